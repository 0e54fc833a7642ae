import './found-line.css';
import type { MatchPlace } from '@bitacora/core/contract/activities/activity-shapes';
import type { Mark } from '@bitacora/core/domain/activities/search';
import { searchPlaceLabels } from '@bitacora/core/messages/activities/lists';
import { Fragment } from 'react';

/** At most this many characters stand before the first mark, because a narrow column would hide the word behind a longer text. */
const LEAD_MAX = 9;
const shortenLead = (text: string) => (text.length <= LEAD_MAX ? text : `…${text.slice(-LEAD_MAX).replace(/^\S*\s/, '')}`);

interface MarkedProps {
  text: string;
  marks: readonly Mark[];
}

/** A text with its marked words. */
export const Marked = ({ text, marks }: MarkedProps) => (
  <>
    {marks.map(([from, to], index) => (
      <Fragment key={from}>
        {text.slice(marks[index - 1]?.[1] ?? 0, from)}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
);

/** Shows where a search found an activity outside its description: the place, and the text around the marked words. */
export function FoundLine({ where, snippet, marks }: MatchPlace) {
  const start = marks[0]?.[0] ?? 0;
  const lead = shortenLead(snippet.slice(0, start));
  const cut = start - lead.length;
  return (
    <span className="found-line">
      {searchPlaceLabels[where]}: <Marked text={lead + snippet.slice(start)} marks={marks.map(([from, to]) => [from - cut, to - cut])} />
    </span>
  );
}
