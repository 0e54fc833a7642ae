import { keptSize, type PageSize, type SizedPage } from '@bitacora/core/domain/reports/list-address';
import type { SavedViewScreen } from '@bitacora/core/domain/reports/report';
import { useApp, useSession } from '../app.ts';
import type { CurrentUser, Session } from '../session-memory.ts';

export function writeSize(address: URLSearchParams, { size, isFit }: SizedPage, kept: PageSize) {
  const sizeWord = isFit ? 'fit' : size;
  if (sizeWord !== kept) address.set('size', String(sizeWord));
}

/** The size of a list that the person chose, and how they choose another. */
export function useKeptSize(screen: SavedViewScreen): [PageSize, (size: PageSize) => void] {
  const { user } = useSession();
  const { background, session } = useApp();
  const keep = (chosen: PageSize) => {
    const listSize = { screen, size: chosen === 'fit' ? null : chosen };
    session.amend((before) => withSize(before, listSize));
    background.client.saveListSize(listSize).catch(() => {}); // ignored, because this visit has the size all the same
  };
  return [keptSize(user, screen), keep];
}

function withSize(session: Session, kept: CurrentUser['listSizes'][number]): Session {
  if (!session.user) return session;
  const others = session.user.listSizes.filter(({ screen }) => screen !== kept.screen);
  return { ...session, user: { ...session.user, listSizes: [...others, kept] } };
}
