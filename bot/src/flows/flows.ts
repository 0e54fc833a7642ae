import type { Flow } from '../flow.ts';
import { addEvidence } from './add-evidence.ts';
import { approveActivity } from './approve-activity.ts';
import { commentActivity } from './comment-activity.ts';
import { completeActivity } from './complete-activity.ts';
import { extendDeadline } from './extend-deadline.ts';
import { pauseActivity } from './pause-activity.ts';
import { preferencesFlow } from './preferences.ts';
import { rejectActivity } from './reject-activity.ts';
import { resumeActivity } from './resume-activity.ts';
import { startActivity } from './start-activity.ts';
import { unlinkChat } from './unlink-chat.ts';
import { view } from './view.ts';
import { weeklySummary } from './weekly-summary.ts';

/** By the name that a press carries; those of acts are the acts' own. */
export const flows: Readonly<Record<string, Flow>> = {
  view,
  start: startActivity,
  complete: completeActivity,
  approve: approveActivity,
  reject: rejectActivity,
  resume: resumeActivity,
  comment: commentActivity,
  pause: pauseActivity,
  extend: extendDeadline,
  addEvidence,
  preferences: preferencesFlow,
  summary: weeklySummary,
  unlink: unlinkChat,
};
