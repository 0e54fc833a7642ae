import type { Flow } from '../flow.ts';
import { bot } from '../messages/bot.ts';
import { actFlows } from './acts.ts';
import { addEvidence } from './add-evidence.ts';
import { preferencesFlow } from './preferences.ts';
import { view } from './view.ts';
import { weeklySummary } from './weekly-summary.ts';

/** Unlinks the chat account of the asker. */
const unlink: Flow = {
  async press({ client }) {
    await client.unlinkOwnChat();
    return { kind: 'sentence', sentence: bot.unlinked };
  },
};

/** By the `flow` of a press. */
export const flows: Readonly<Record<string, Flow>> = {
  ...actFlows,
  view,
  addEvidence,
  preferences: preferencesFlow,
  summary: weeklySummary,
  unlink,
};
