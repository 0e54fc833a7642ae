import { listCard } from '../cards/list-card.ts';
import type { View } from '../flow.ts';
import { botCards } from '../messages/cards.ts';

/** What others finished and waits for one's verdict, the longest waiting first. */
export const awaitingVerification: View = async (scene, page) => {
  const activities = await scene.client.listAwaitingVerification();
  const sections = [{ heading: botCards.groups.verify, activities }];
  return listCard({ title: botCards.verifyTitle, sections, empty: botCards.nothingToVerify, view: 'verify' }, scene, Number(page));
};
