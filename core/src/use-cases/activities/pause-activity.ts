import type { Actor } from '../../domain/people/person.ts';
import { DONE, type Done } from '../done.ts';
import type { Context, UseCase } from '../use-case.ts';
import { addComment, applyAct } from './apply-act.ts';
import { lockAuthorized } from './lock-authorized.ts';

type Turn = { activityId: number; comment: string | null };

async function turn(act: 'pause' | 'resume', context: Context<Turn, Actor>): Promise<Done> {
  const { activityId, comment } = context.input;
  const activity = await lockAuthorized(act, context, activityId);
  const facts = comment ? await addComment(context, activityId, comment) : {};
  await applyAct(act, context, activity, { note: comment, facts });
  return DONE;
}

/** Owner or assignee sets the work aside; a comment given with it is kept as theirs. */
export const pauseActivity: UseCase<Turn, Done> = (context) => turn('pause', context);

/** Owner or assignee takes it up again. */
export const resumeActivity: UseCase<Turn, Done> = (context) => turn('resume', context);
