import { ApiError } from '@bitacora/core/client';
import type { HistoryEntry } from '@bitacora/core/contract/activity';
import { type ChosenKind, chosenKinds } from '@bitacora/core/domain/notifications/preference';
import { type Announced, letterCard, MOST_TOLD } from '../cards/letter-card.ts';
import type { Scene, View } from '../flow.ts';

/** The acts that cause each kind of news, in the history's words; deadlines have none. */
const causes: Partial<Record<ChosenKind, readonly string[]>> = {
  assigned: ['register', 'repeat', 'reassign'],
  verificationRequested: ['complete'],
  verified: ['approve'],
  rejected: ['reject'],
  canceled: ['cancel'],
  extended: ['extend'],
};

async function causeOf({ client }: Scene, kind: ChosenKind, activityId: number): Promise<HistoryEntry | undefined> {
  const acts = causes[kind];
  if (!acts) return undefined;
  const entries = (await client.listHistory({ activityId })).filter(({ act }) => acts.includes(act));
  return entries.toSorted((a, b) => a.id - b.id).at(-1);
}

interface Told {
  word: string;
  folio: string;
}

/** `overdue.7.12,dueSoon.9`; cards from before say the kind beside each folio. */
const toldOf = (detail: string): Told[] =>
  detail.split(',').flatMap((group) => {
    const [word = '', ...folios] = group.split('.');
    return folios.map((folio) => ({ word, folio }));
  });

/** What was announced, as it is now; null where the activity no longer exists for this person. */
async function announcedNow(scene: Scene, { word, folio }: Told): Promise<Announced | null> {
  const kind = chosenKinds.find((known) => known === word);
  const activityId = Number(folio);
  if (!kind || !Number.isSafeInteger(activityId) || activityId < 1) return null;
  try {
    const [activity, cause] = await Promise.all([scene.client.readActivity({ activityId }), causeOf(scene, kind, activityId)]);
    return { kind, activity, actorName: cause?.actorName ?? null, note: cause?.note ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A posted letter drawn anew from what it told: kinds and folios, as `letterCard` wrote them down. */
export const announcementLetter: View = async (scene, detail) => {
  const told = await Promise.all(
    toldOf(detail)
      .slice(0, MOST_TOLD)
      .map((each) => announcedNow(scene, each)),
  );
  return letterCard(
    told.filter((one) => one !== null),
    scene,
  );
};
