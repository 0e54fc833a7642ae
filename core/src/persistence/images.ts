import type { Knex } from 'knex';
import { fullName, type Person } from '../domain/people/person.ts';
import { isUuid } from '../domain/text.ts';
import { ImageRow } from './rows.ts';

/** Evidence as it is stored: re-encoded, under a random id, with the SHA-256 of the stored bytes. */
export interface Image {
  id: string;
  name: string;
  mediaType: 'image/jpeg' | 'image/png';
  sha256: string;
  sizeBytes: number;
  width: number;
  height: number;
  /** The evidence whose stored file it shares; absent or null for a file of its own. */
  fileId?: string | null;
}
export interface Evidence extends Image {
  /** Its place in the upload, from 0. */
  position: number;
  activityId: number;
  uploadedById: number;
  uploadedAt: Date;
}

/** What evidence there is; the bytes are the image store's. */
export const imagesOn = (db: Knex) => ({
  async add(evidence: Evidence[]): Promise<void> {
    if (evidence.length > 0) await ImageRow.query(db).insert(evidence);
  },

  async find(id: string): Promise<Evidence | undefined> {
    return ImageRow.query(db).findById(id);
  },

  /** Which of these ids are evidence or somebody's photo; what has not the shape of an id is neither. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const shaped = ids.filter(isUuid);
    const photos = db('profilePhotos').whereIn('imageId', shaped).select('imageId as id');
    const rows = await db('images').whereIn('id', shaped).select('id').unionAll(photos);
    return new Set(rows.map(({ id }) => id));
  },

  async countOf(activityId: number): Promise<number> {
    const row = await db('images').where({ activityId }).count('* as count').first();
    return Number(row?.count);
  },

  /** In the order they were uploaded, with who did. */
  async of(activityId: number): Promise<(Evidence & { uploadedBy: string })[]> {
    const rows: (Evidence & Pick<Person, 'firstName' | 'lastName'>)[] = await db('images')
      .join('users', 'users.id', 'images.uploadedById')
      .where({ activityId })
      .orderBy(['uploadedAt', 'images.position', 'images.id'])
      .select('images.*', 'firstName', 'lastName');
    return rows.map(({ firstName, lastName, ...image }) => ({ ...image, uploadedBy: fullName({ firstName, lastName }) }));
  },
});

export interface Photo extends Omit<Image, 'id' | 'name'> {
  imageId: string;
}

/** Profile photos, one a person; the bytes are the image store's. */
export const photosOn = (db: Knex) => ({
  /** The photo of whoever has that employee number. */
  async of(employeeNumber: string): Promise<Photo | undefined> {
    return db('profilePhotos').join('users', 'users.id', 'profilePhotos.userId').where({ employeeNumber }).first('profilePhotos.*');
  },

  /** Puts a photo in the place of the person's earlier one, whose image id is answered. Call it under the person's lock. */
  async replace(userId: number, photo: Photo, uploadedAt: Date): Promise<string | undefined> {
    const earlier = await db('profilePhotos').where({ userId }).first('imageId');
    await db('profilePhotos')
      .insert({ userId, ...photo, uploadedAt })
      .onConflict('userId')
      .merge();
    return earlier?.imageId;
  },

  /** Takes a person's photo away; answers its image id, if there was one. */
  async remove(userId: number): Promise<string | undefined> {
    const [photo] = await db('profilePhotos').where({ userId }).delete().returning('imageId');
    return photo?.imageId;
  },
});
