import { Refused } from '../../domain/refusal.ts';
import { MAX_SAVED_VIEWS } from '../../domain/reports/report.ts';
import type { SavedView } from '../../persistence/reports/saved-views.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';

/** Saves how many rows the actor wants on a page of every list; null fills the window (docs/product.md, 9.3). */
export const saveListSize: UseCase<{ size: number | null }, void> = async ({ repos, actor, input }) => {
  await repos.users.update(actor.id, { pageSize: input.size });
};

export const listSavedViews: UseCase<unknown, SavedView[]> = ({ repos, actor }) => repos.savedViews.list(actor.id);

export const saveView: UseCase<Omit<SavedView, 'id'>, RegisteredId> = async ({ repos, actor, input, now }) => {
  await repos.users.lock(actor.id);
  const replaced = await repos.savedViews.replace(actor.id, input);
  if (replaced) return { id: replaced };
  const isFull = (await repos.savedViews.count(actor.id, input.screen)) >= MAX_SAVED_VIEWS;
  if (isFull) throw new Refused({ code: 'savedView.tooMany', max: MAX_SAVED_VIEWS });
  return { id: await repos.savedViews.add(actor.id, input, now) };
};

export const removeSavedView: UseCase<{ viewId: number }, void> = async ({ repos, actor, input }) => {
  if (!(await repos.savedViews.remove(input.viewId, actor.id))) throw new Refused({ code: 'savedView.unknown' });
};
