"""The two offline reference readers: what a question's words alone can find in given documents.

``one_sentence_answer`` is the reference model of the ``fast`` tier, ``two_hop_answer`` that of
``frontier``. Both see a question and documents and nothing else; neither knows an answer key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tasks_app.domain.lexical_questions import AnswerKind, Question, understood
from tasks_app.domain.lexical_spans import Span, spans
from tasks_app.domain.lexical_text import Library, Sentence, wobble, content_stems, without_brackets
from tasks_app.domain.normalise import normalised
from tasks_app.domain.task_spec import Document


@dataclass(frozen=True)
class Reading:
    """An answer read off documents: ``confidence`` from 0 to 1, ``support`` are doc ids."""

    answer: str
    confidence: float
    support: tuple[str, ...]


def one_sentence_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer in the sentence that fits the question best; None when nothing fits."""
    asked, library = understood(question), Library(documents)
    return _one(asked, library, attempt)

def coverage(q, lib, s):
    total = lib.weight(q.stems) or 1
    text=s.stems & q.stems
    title=(s.title_stems & q.stems) - text
    return (lib.weight(text) + 0.8*lib.weight(title))/total

def _one(q, lib, attempt):
    ranked = sorted(((coverage(q,lib,s)*wobble(attempt,s.text),s.title,s.text,s) for s in lib.sentences if s.reach & q.stems), key=lambda t:(-t[0],t[1],t[2]))
    if q.kind is AnswerKind.YES_NO and ranked:
        c,_,_,s=ranked[0]
        return Reading("yes" if c>0.5 else "no", c/2, (s.doc_id,))
    if q.kind is AnswerKind.CHOICE and ranked:
        c,_,_,s=ranked[0]
        pick=[x for x in q.choices if normalised(x) in normalised(s.title+" "+s.text)]
        return Reading((pick or q.choices)[0], c/2, (s.doc_id,))
    for c,_,_,s in ranked[:3]:
        found=spans(s,q,lib,q.stems)
        if found:
            best=max(found,key=lambda x:(x.score*wobble(attempt,x.text),x.text))
            return Reading(best.text,min(1,c*min(1,best.score)),(s.doc_id,))
    return None


def two_hop_answer(
    question: str, documents: Sequence[Document], attempt: int = 1
) -> Reading | None:
    """The answer that two sentences give together, or else that of one sentence."""
    q, lib = understood(question), Library(documents)
    if q.kind in (AnswerKind.YES_NO, AnswerKind.CHOICE): return _one(q,lib,attempt)
    total = lib.weight(q.stems) or 1
    firsts = sorted(lib.sentences, key=lambda s:(-coverage(q,lib,s)*wobble(attempt,s.text),s.title,s.text))[:8]
    best=None
    for s1 in firsts:
        f1=coverage(q,lib,s1)
        text1=normalised(s1.text)
        rest=q.stems-s1.reach
        for group in lib.by_document:
            if not group or group[0].doc_id==s1.doc_id: continue
            name=normalised(without_brackets(group[0].title))
            core=content_stems(without_brackets(group[0].title))
            if not (name and f" {name} " in f" {text1} ") : continue
            if core<=q.stems: continue
            for s2 in group:
                gain=lib.weight(rest & s2.stems)/total
                found=[x for x in spans(s2,q,lib,(rest&s2.stems) | q.focus) if normalised(x.text)!=name]
                for x in found:
                    sc=f1+gain+0.3*x.score
                    key=(sc*wobble(attempt,s2.text,x.text),x.text)
                    if gain>0.03 and (best is None or key>best[0]): best=(key,x,s1,s2,f1,gain)
    one=_one(q,lib,attempt)
    if best is None: return one
    _,x,s1,s2,f1,gain=best
    return Reading(x.text,min(1,(f1+gain)*min(1,x.score)),(s1.doc_id,s2.doc_id))
