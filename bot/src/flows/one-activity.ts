import { activityCard } from '../cards/activity-card.ts';
import type { View } from '../flow.ts';

/** One activity by its folio, and after it the view one came from. */
export const oneActivity: View = async (scene, detail) => {
  const [folio = '', ...back] = detail.split(' ');
  return activityCard(await scene.client.readActivity({ activityId: Number(folio) }), scene, back.join(' '));
};
