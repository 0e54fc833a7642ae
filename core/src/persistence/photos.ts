import type { Knex } from 'knex';
import type { Image } from './images.ts';

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
