import './found-line.css';
import type { MatchPlace } from '@bitacora/core/contract/activities/activity-shapes';
import { searchPlaceLabels } from '@bitacora/core/messages/activities/lists';

/** At most this many characters stand before the first mark, because a narrow column would hide the word behind a longer text. */
const LEAD_MAX = 9;
const shortenLead = (text: string) => (text.length <= LEAD_MAX ? text : `…${text.slice(-LEAD_MAX).replace(/^\S*\s/, '')}`);

/** Shows where a search found an activity outside its description: the place, and the text around the marked words. */
export function FoundLine({ where, snippet, marks }: MatchPlace) {
  const parts = marks.flatMap(([from, to], index) => {
    const before = snippet.slice(marks[index - 1]?.[1] ?? 0, from);
    return [index === 0 ? shortenLead(before) : before, <mark key={from}>{snippet.slice(from, to)}</mark>];
  });
  return (
    <span className="found-line">
      {searchPlaceLabels[where]}: {parts}
      {snippet.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}
