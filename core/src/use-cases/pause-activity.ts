import type { Actor } from '../domain/person.ts';
import { addComment, carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { Context, UseCase } from './use-case.ts';

type Turn = { activityId: number; comment: string | null };

async function turn(act: 'pause' | 'resume', context: Context<Turn, Actor>): Promise<Done> {
  const { activityId, comment } = context.input;
  const activity = await lockFor(act, context, activityId);
  const filed = comment ? await addComment(context, activityId, comment) : {};
  await carryOut(act, context, activity, { note: comment, filed });
  return DONE;
}

/** Owner or assignee sets the work aside; a comment given with it is kept as theirs. */
export const pauseActivity: UseCase<Turn, Done> = (context) => turn('pause', context);

/** Owner or assignee takes it up again. */
export const resumeActivity: UseCase<Turn, Done> = (context) => turn('resume', context);
