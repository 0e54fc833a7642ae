import { endpoints } from '@bitacora/core/contract';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { expect, it } from 'vitest';
import { decodeReply } from '../../core/src/client/client.ts';
import { goldenActivity, otherReplies } from '../../core/test/contract/other-replies.ts';
import { activityCard } from '../src/cards/activity-card.ts';

const reader = { me: { id: Number(goldenActivity.id_user_owner), kind: 'Usuario', position: 'GERENTE' }, publicUrl: 'https://b.mx' };

it.each(otherReplies)('a card draws an activity %s', (_, change) => {
  const activity = decodeReply(endpoints.readActivity.reply, change(goldenActivity)) as ActivityView;
  const card = activityCard(activity, reader);
  expect(card.groups?.[0]?.items[0]?.title).toBe(goldenActivity.objetive_project);
  expect(JSON.stringify(card)).not.toContain('undefined');
  for (const { value } of card.groups?.[0]?.items[0]?.facts ?? []) expect(value).toEqual(expect.any(String));
});
