import type { ListSize } from '../../domain/reports/saved-view.ts';
import type { UseCase } from '../use-case.ts';

/** What the actor chose for each list; the others have the specification's default. */
export const readListSizes: UseCase<unknown, ListSize[]> = ({ repos, actor }) => repos.listSizes.of(actor.id);

/** Keeps the actor's choice for one list. */
export const saveListSize: UseCase<ListSize, void> = ({ repos, actor, input }) => repos.listSizes.keep(actor.id, input);
