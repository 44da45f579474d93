from tasks_app.domain.configuration import configuration_key


def test_a_configuration_is_named_by_its_model_and_its_cli():
    assert configuration_key("model-a", "cli-y") == "model-a x cli-y"
