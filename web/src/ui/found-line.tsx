import './found-line.css';
import type { MatchPlace } from '@bitacora/core/contract/activities/activity-shapes';
import type { Mark } from '@bitacora/core/domain/activities/search';
import { searchPlaceLabels } from '@bitacora/core/messages/activities/lists';

/** At most this many characters stand before the first mark, because a narrow column would hide the word behind a longer text. */
const LEAD_MAX = 9;
const shortenLead = (text: string) => (text.length <= LEAD_MAX ? text : `…${text.slice(-LEAD_MAX).replace(/^\S*\s/, '')}`);

/** A text with its marked words. */
export const Marked = ({ text, marks }: { text: string; marks: readonly Mark[] }) => [
  ...marks.flatMap(([from, to], index) => [text.slice(marks[index - 1]?.[1] ?? 0, from), <mark key={from}>{text.slice(from, to)}</mark>]),
  text.slice(marks.at(-1)?.[1] ?? 0),
];

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
