import type { FoundView } from '@bitacora/core/contract/activity';
import { searchPlaceLabels } from '@bitacora/core/messages/search';
import './found-line.css';

/** Where a search found an activity outside its description: the place, and the text around the marked words. */
export function FoundLine({ where, snippet, marks }: FoundView) {
  const parts = marks.flatMap(([from, to], at) => [
    snippet.slice(marks[at - 1]?.[1] ?? 0, from),
    <mark key={from}>{snippet.slice(from, to)}</mark>,
  ]);
  return (
    <span className="found-line">
      {searchPlaceLabels[where]}: {parts}
      {snippet.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}
