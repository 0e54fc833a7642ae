import { botCards } from '@bitacora/core/messages/bot-cards';
import { listCard } from '../cards/list-card.ts';
import type { View } from '../flow.ts';

/** What others finished and waits for one's verdict, the longest waiting first. */
export const awaitingVerification: View = async (scene, page) => {
  const activities = await scene.client.getAwaitingVerification();
  const sections = [{ heading: botCards.groups.verify, activities }];
  return listCard({ title: botCards.verifyTitle, sections, empty: botCards.nothingToVerify, view: 'verify' }, scene, Number(page));
};
