import type { types } from '@slack/bolt';
import { patiently } from '../calls/patiently.ts';
import type { Reach } from './reach.ts';
import type { Stage, Turn } from './turn.ts';

/** Slack takes a trigger for three seconds; the rest is for the way there. */
const FRESH_MS = 2_500;

/** False where it is too late for a modal, or Slack would not open one. */
export async function openModal(turn: Stage | Turn, view: types.ModalView, { client, now }: Reach): Promise<boolean> {
  if (!turn.triggerId || now() - turn.at > FRESH_MS) return false;
  const opened = await client.views.open({ trigger_id: turn.triggerId, view }).catch(() => null);
  if (opened?.view?.id) turn.modal = opened.view.id;
  return Boolean(opened);
}

/** False where it was closed meanwhile. */
export async function updateModal(modal: string, view: types.ModalView, { client }: Reach): Promise<boolean> {
  const updated = await patiently(() => client.views.update({ view_id: modal, view })).catch(() => null);
  return Boolean(updated);
}
