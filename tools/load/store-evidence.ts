import { demoPictures } from '../../api/src/demo/demo-pictures.ts';
import type { ImageStore } from '../../api/src/storage/image-store.ts';
import type { PictureName } from '../../core/seeds/facts/piece.ts';
import type { Database, Image } from '../../core/src/core.ts';

/** Those that are painted as photos: 10 to 60 kB as they are kept, and a thumbnail. */
const PHOTOS: readonly PictureName[] = ['aisle', 'boxes', 'gauge', 'label', 'tank', 'truck'];
const PER_ACTIVITY = 2;
/** Rows of one statement. */
const BATCH = 2_000;

/** So many photos in a company's store, written as the product writes them, as the evidence of the activities last delivered. */
export async function storeEvidence(db: Database, store: ImageStore, count: number): Promise<void> {
  const images = await demoPictures(store).take(Array.from({ length: count }, (_, at) => PHOTOS[at % PHOTOS.length] as PictureName));
  const delivered = await db('activities')
    .whereNotNull('closedAt')
    .orderBy('id', 'desc')
    .limit(Math.ceil(count / PER_ACTIVITY))
    .select('id', 'assigneeId', 'closedAt');
  const rows = images.map((image: Image, at) => {
    const activity = delivered[Math.floor(at / PER_ACTIVITY) % delivered.length];
    const { id: activityId, assigneeId: uploadedById, closedAt: uploadedAt } = activity;
    return { ...image, activityId, uploadedById, uploadedAt, position: at % PER_ACTIVITY };
  });
  await db.batchInsert('images', rows, BATCH);
  await db.raw('analyze images');
}
