import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { isShortcut } from '../../ui/plain-keys.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { currentRowLink, moveRow } from '../../ui/use-row-keys.ts';
import type { Activity } from '../activity.ts';

const load = () => import('./preview-panel.tsx');
const PreviewPanel = lazy(async () => ({ default: (await load()).PreviewPanel }));

/** The folio that is shown beside the list, and how a row shows itself. */
interface Preview {
  folio: number | null;
  show: (folio: number) => void;
}
const PreviewContext = createContext<Preview>({ folio: null, show: () => {} });
export const usePreview = () => use(PreviewContext);

/** Links of rows in tables bear their folio. */
const folioOf = (link: HTMLElement | undefined) => Number(link?.dataset.folio) || null;
const linkOf = (folio: number | null) => document.querySelector<HTMLElement>(`main [data-row-link][data-folio="${folio}"]`);
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** A list with a panel beside it. Space opens it for the row that has the focus, and it follows the focus from row to row. */
export function WithPreview({ rows, children }: { rows: readonly Activity[]; children: ReactNode }) {
  const [folio, setFolio] = useState<number | null>(null);
  const isNarrow = useIsNarrow();
  const panel = useRef<HTMLElement>(null);
  // Kept while an act takes the activity out of the list.
  const last = useRef<Activity | undefined>(undefined);
  last.current = rows.find(({ id }) => id === folio) ?? (last.current?.id === folio ? last.current : undefined);
  const close = () => {
    // First, because the panel follows the focus.
    if (panel.current?.contains(document.activeElement)) linkOf(folio)?.focus();
    setFolio(null);
  };
  useEffect(() => {
    if (isNarrow) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const isInside = panel.current?.contains(document.activeElement) ?? false;
      const link = currentRowLink();
      const isOnLink = link !== undefined && document.activeElement === link;
      if (event.key === ' ' && isOnLink) setFolio(folio === folioOf(link) ? null : folioOf(link));
      else if (folio === null) return;
      else if (event.key === 'Escape') close();
      else if (event.key === 'ArrowRight' && link) panel.current?.focus();
      else if (arrows[event.key] && (link || isInside)) {
        if (isInside) linkOf(folio)?.focus();
        moveRow(arrows[event.key] as 1 | -1);
      } else return;
      event.preventDefault();
    };
    const onFocus = () => {
      const next = folioOf(currentRowLink());
      if (folio !== null && next !== null) setFolio(next);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
    };
  }, [folio, isNarrow]);
  return (
    <PreviewContext value={{ folio, show: (next) => setFolio(next === folio ? null : next) }}>
      {children}
      <Suspense>{last.current && !isNarrow && <PreviewPanel panel={panel} activity={last.current} onClose={close} />}</Suspense>
    </PreviewContext>
  );
}
