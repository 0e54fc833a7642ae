import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router-dom';
import { useClients } from '../../app/clients.ts';
import { listen } from '../../app/listeners.ts';
import { currentRowLink, isPlainKey, moveRow } from '../../layout/palette/shortcuts.ts';
import { later } from '../../ui/later.tsx';
import { useIsNarrow } from '../../ui/media.ts';
import type { ActivityView } from '../activity.tsx';

const load = () => import('./preview-panel.tsx');
const PreviewPanel = later(async () => (await load()).PreviewPanel);

/** The folio that is shown beside the list, and how a row shows itself. */
interface Preview {
  folio: number | null;
  show: (folio: number) => void;
}
const PreviewContext = createContext<Preview>({ folio: null, show: () => {} });
export const usePreview = () => use(PreviewContext);

/** Links of rows in tables bear their folio. */
const readFolio = (link: HTMLElement | undefined) => Number(link?.dataset.folio) || null;
const findRowLink = (folio: number | null) => document.querySelector<HTMLElement>(`main [data-row-link][data-folio="${folio}"]`);
const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** A list with a panel beside it. Space opens it for the row that has the focus, and it follows the focus from row to row. */
export function WithPreview({ rows, children }: { rows: readonly ActivityView[]; children: ReactNode }) {
  const [folio, setFolio] = useState<number | null>(null);
  const isNarrow = useIsNarrow();
  const panel = useRef<HTMLElement>(null);
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const { search } = useLocation();
  const [lastChange, setLastChange] = useState<{ activity: ActivityView; search: string } | null>(null);
  // An act may take the activity out of the list. Then it stays as the act left it, until the list is another one.
  const isKept = lastChange?.activity.id === folio && lastChange?.search === search;
  const current = rows.find(({ id }) => id === folio) ?? (isKept ? lastChange?.activity : undefined);
  const onActed = async (activityId: number) => {
    // Read first, because the list may no longer have it.
    const activity = await client.readActivity({ activityId }).catch(() => null);
    setLastChange(activity && { activity, search });
    await revalidate();
  };
  const isGone = folio !== null && !current;
  useEffect(() => {
    if (isGone) setFolio(null);
  }, [isGone]);
  const close = () => {
    // First, because the panel follows the focus.
    if (panel.current?.contains(document.activeElement)) findRowLink(folio)?.focus();
    setFolio(null);
  };
  useEffect(() => {
    if (isNarrow) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      const isInside = panel.current?.contains(document.activeElement) ?? false;
      const link = currentRowLink();
      const isOnLink = link !== undefined && document.activeElement === link;
      if (event.key === ' ' && isOnLink) setFolio(folio === readFolio(link) ? null : readFolio(link));
      else if (folio === null) return;
      else if (event.key === 'Escape') close();
      else if (event.key === 'ArrowRight' && link) panel.current?.focus();
      else if (arrows[event.key] && (link || isInside)) {
        if (isInside) findRowLink(folio)?.focus();
        moveRow(arrows[event.key] as 1 | -1);
      } else return;
      event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent) => {
      // A press focuses the button before it is a click, which would then close what the focus opened.
      if (target instanceof Element && target.closest('.preview-button')) return;
      const next = readFolio(currentRowLink());
      if (folio !== null && next !== null) setFolio(next);
    };
    return listen(document, { keydown: onKey, focusin: onFocus });
  }, [folio, isNarrow]);
  return (
    <PreviewContext value={{ folio, show: (next) => setFolio(next === folio ? null : next) }}>
      {children}
      {current && !isNarrow && <PreviewPanel panel={panel} activity={current} onActed={() => onActed(current.id)} onClose={close} />}
    </PreviewContext>
  );
}
