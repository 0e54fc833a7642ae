import type { Actor } from '../../domain/people/person.ts';
import type { Context, UseCase } from '../use-case.ts';
import { addComment, applyAct, lockAuthorized } from './apply-act.ts';

type PauseInput = { activityId: number; comment: string | null };

async function changePause(act: 'pause' | 'resume', context: Context<PauseInput, Actor>): Promise<void> {
  const { activityId, comment } = context.input;
  const activity = await lockAuthorized(act, context, activityId);
  const commentChange = comment ? await addComment(context, activity, { body: comment }) : {};
  await applyAct(act, context, activity, { note: comment, ...commentChange });
}

/** Pauses the work for its owner or assignee; a comment given with it is kept as theirs. */
export const pauseActivity: UseCase<PauseInput, void> = (context) => changePause('pause', context);

export const resumeActivity: UseCase<PauseInput, void> = (context) => changePause('resume', context);
