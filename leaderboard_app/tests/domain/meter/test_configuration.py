from leaderboard_app.domain.meter.configuration import configurations
from leaderboard_app.domain.rows import BoardAgent
from runs_app.domain.episode import AgentSpec, Track
from tasks_app.domain.configuration import configuration_key


def agent(agent_id, model="m", cli="c", owner="ann", name="one"):
    return BoardAgent(agent_id, AgentSpec(name, Track.IMPORTED, model, cli), owner)


def keys(*agents):
    return [one.key for one in configurations(agents)]


def test_a_pair_that_one_agent_has_is_its_key():
    found = configurations([agent(1, "model-b", "cli-x"), agent(2, "model-a", "cli-y")])

    assert [one.key for one in found] == ["model-a x cli-y", "model-b x cli-x"]
    assert (found[0].model, found[0].cli, found[0].agent["id"]) == ("model-a", "cli-y", 2)
    assert configuration_key("model-a", "cli-y") == found[0].key


def test_agents_of_two_people_with_one_pair_are_told_apart_by_their_owners():
    assert keys(agent(1), agent(2, owner="bob")) == ["m x c (ann)", "m x c (bob)"]


def test_an_agent_of_the_site_says_so_instead_of_an_owner():
    assert keys(agent(1), agent(2, owner=None)) == ["m x c (ann)", "m x c (this site)"]


def test_agents_of_one_person_with_one_pair_are_told_apart_by_their_names():
    found = keys(agent(1), agent(2, name="two"), agent(3, owner="bob"))

    assert found == ["m x c (bob)", "m x c (one)", "m x c (two)"]


def test_agents_alike_in_all_of_it_are_told_apart_by_number():
    assert keys(agent(1), agent(2)) == ["m x c (one, 1)", "m x c (one, 2)"]


def test_a_cli_that_calls_itself_like_another_agents_longer_name_shares_no_key_with_it():
    impostor = agent(3, cli="c (one, 1)")

    assert len(set(keys(agent(1), agent(2), impostor))) == 3
