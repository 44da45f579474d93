"""What a number of an audit is called and means: pages, API, CSV and docs show these texts."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AuditText:
    """``explanation`` is one sentence; ``source`` a paper, or "(ours)" where we chose the formula;
    ``function`` the dotted path of the code that computes it."""

    key: str
    header: str
    explanation: str
    source: str
    function: str


_DOMAIN = "audit_app.domain"
_AGREEMENT = (
    AuditText(
        "percent",
        "Agreement",
        "Share of the items labelled by both on which the two decided alike, with Wilson's "
        "interval; between judge and people it belongs to the even sample, not to the board.",
        "Wilson 1927",
        f"{_DOMAIN}.intervals.wilson",
    ),
    AuditText(
        "kappa",
        "Cohen's kappa",
        "Agreement beyond what two raters with these positive rates would reach by chance: 1 is "
        "perfect, 0 is chance.",
        "Cohen 1960; Fleiss, Cohen and Everitt 1969",
        f"{_DOMAIN}.kappa.cohen_kappa",
    ),
    AuditText(
        "ac1",
        "Gwet's AC1",
        "Agreement beyond chance, with a notion of chance that does not collapse when nearly all "
        "items are of one class.",
        "Gwet 2008",
        f"{_DOMAIN}.prevalence.gwet_ac1",
    ),
    AuditText(
        "pabak",
        "PABAK",
        "Kappa if both classes had been equally common: the agreement on a scale from -1 to 1.",
        "Byrt, Bishop and Carlin 1993",
        f"{_DOMAIN}.prevalence.pabak",
    ),
    AuditText(
        "mcnemar_p",
        "McNemar p",
        "How often chance alone would make the disagreements at least this one-sided: a small "
        "value means that the judge errs in one direction.",
        "McNemar 1947, exact",
        f"{_DOMAIN}.mcnemar.mcnemar_exact",
    ),
    AuditText(
        "positive_precision",
        "Positives confirmed",
        "Share of the judge's positive verdicts that people confirm, with Wilson's interval.",
        "Wilson 1927",
        f"{_DOMAIN}.agreement.agreement",
    ),
)
_HUMANS = (
    AuditText(
        "alpha",
        "Krippendorff's alpha",
        "Agreement beyond chance of all reviewers on the items that several of them labelled, "
        "whoever and however many they were.",
        "Krippendorff, Content Analysis, ch. 11",
        f"{_DOMAIN}.many_raters.krippendorff_alpha",
    ),
    AuditText(
        "fleiss",
        "Fleiss' kappa",
        "Agreement beyond chance on the items with the most common number of labels.",
        "Fleiss 1971",
        f"{_DOMAIN}.many_raters.fleiss_kappa",
    ),
)
_UNDECIDED = (
    AuditText(
        "unsure_labels",
        "Unsure",
        "Share of the labels of drawn items that say unsure; beneath, by the reason given.",
        "(ours)",
        f"{_DOMAIN}.undecided.undecided_labels",
    ),
    AuditText(
        "skip_labels",
        "Skipped",
        "Share of the labels of drawn items that skip; beneath, by the reason given.",
        "(ours)",
        f"{_DOMAIN}.undecided.undecided_labels",
    ),
)
_POPULATION = (
    AuditText(
        "judge_rate",
        "Judge's positive rate",
        "Share of all episodes of the frame that the judge called correct: counted, not estimated.",
        "(ours)",
        f"{_DOMAIN}.estimates.population_estimate",
    ),
    AuditText(
        "human_rate",
        "People's positive rate",
        "Share of all episodes of the frame that people would call correct: each cell's rate "
        "weighted by the cell's size.",
        "Cochran, Sampling Techniques, eq. 5.1 and 5.13",
        f"{_DOMAIN}.estimates.population_estimate",
    ),
    AuditText(
        "population_agreement",
        "Agreement in the frame",
        "Share of all episodes of the frame on which people would confirm the judge.",
        "Cochran, Sampling Techniques, eq. 5.1 and 5.13",
        f"{_DOMAIN}.estimates.population_estimate",
    ),
    AuditText(
        "population_kappa",
        "Kappa in the frame",
        "Cohen's kappa of the estimated table of the whole frame; its error by the delta method.",
        "(ours), from Cohen 1960",
        f"{_DOMAIN}.estimates.population_estimate",
    ),
    AuditText(
        "error_limit",
        "Errors, at most",
        "No error of the judge was found here, which is no proof of none: the exact upper limit "
        "of its error rate.",
        "Clopper and Pearson 1934",
        f"{_DOMAIN}.estimates.error_limits",
    ),
    AuditText(
        "gap",
        "Judge minus people",
        "How much more often the judge than people calls this agent's answers correct; gaps that "
        "differ between agents bend their order.",
        "(ours); Cochran, Sampling Techniques, section 5A.14",
        f"{_DOMAIN}.gaps.agent_gaps",
    ),
)
_CORRECTION = (
    AuditText(
        "corrected_accuracy",
        "Corrected accuracy",
        "Share of an agent's tasks that people would call right: each verdict counts as the "
        "human-positive rate of its cell.",
        "(ours)",
        f"{_DOMAIN}.correction.correction",
    ),
    AuditText(
        "corrected_strict",
        "Corrected Micro",
        "The same over episodes with evidence and within budget, among all tasks.",
        "(ours)",
        f"{_DOMAIN}.correction.correction",
    ),
    AuditText(
        "corrected_up",
        "Corrected Up",
        "Corrected Micro among the tasks of the families in which spending more is right.",
        "(ours)",
        f"{_DOMAIN}.correction.correction",
    ),
    AuditText(
        "corrected_save",
        "Corrected Save",
        "Corrected Micro among the tasks of the families in which saving is right.",
        "(ours)",
        f"{_DOMAIN}.correction.correction",
    ),
    AuditText(
        "corrected_econ",
        "Corrected Econ",
        "The smaller of corrected Up and corrected Save, taken anew in each replicate of the "
        "interval.",
        "(ours)",
        f"{_DOMAIN}.correction.correction",
    ),
    AuditText(
        "corrected_order",
        "Order under correction",
        "Whether agents stand in the same order by corrected Econ as by the judge's, with the "
        "share of replicates in which no pair changes places.",
        "(ours)",
        f"{_DOMAIN}.corrected_order.corrected_order",
    ),
)
_REALISM = (
    AuditText(
        "coverage",
        "Reviewed",
        "Share of the bundle's tasks that a person has reviewed.",
        "(ours)",
        f"{_DOMAIN}.realism.realism_figures",
    ),
    AuditText(
        "realistic",
        "Realistic",
        "Share of the reviewed tasks that people find realistic, with Wilson's interval; the draw "
        "is even over families.",
        "Wilson 1927",
        f"{_DOMAIN}.intervals.wilson",
    ),
    AuditText(
        "realistic_rate",
        "Realistic in the bundle",
        "Share of all tasks that people would find realistic: each family's rate weighted by its "
        "size.",
        "Cochran, Sampling Techniques, eq. 5.1 and 5.13",
        f"{_DOMAIN}.realism.realism_figures",
    ),
)

AUDIT_TEXTS: Mapping[str, AuditText] = {
    text.key: text
    for part in (_AGREEMENT, _HUMANS, _UNDECIDED, _POPULATION, _CORRECTION, _REALISM)
    for text in part
}
"""By key, in the order in which docs/audit-protocol.md lists them."""
