import type { Knex } from 'knex';
import { DOCUMENT_TYPE, type EvidenceKind } from '../../domain/activities/activity.ts';
import { fullName, type Person } from '../../domain/people/person.ts';
import { isUuid } from '../../domain/text.ts';
import { defineModel, UserModel } from '../models.ts';

export const IMAGES_PATH = '/api/images/';

export const DOCUMENTS_PATH = '/api/documents/';

interface StoredFile {
  id: string;
  name: string;
  sha256: string;
  sizeBytes: number;
  /** The digest of the bytes that a device captured; absent or null where it sent none. */
  capturedSha256?: string | null;
  /** The evidence whose stored file it shares; absent or null for a file of its own. */
  fileId?: string | null;
}
/** An image is stored re-encoded, under a random id, with the SHA-256 of the stored bytes. */
export interface Image extends StoredFile {
  mediaType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}
/** A document is stored byte for byte. Its thumbnail is a JPEG of its first page. */
export interface Document extends StoredFile {
  mediaType: typeof DOCUMENT_TYPE;
  pages: number;
}
/** One table holds both. Only documents have pages, and only images have a width and a height. */
export type EvidenceFile = Image | Document;
export const evidenceKind = ({ mediaType }: Pick<EvidenceFile, 'mediaType'>): EvidenceKind =>
  mediaType === DOCUMENT_TYPE ? 'document' : 'image';
type FileOfKind<Kind extends EvidenceKind> = Kind extends 'document' ? Document : Image;
interface Filed {
  /** Its place in the upload, from 0. */
  position: number;
  /** Null while it belongs to a request that is not accepted. */
  activityId: number | null;
  requestId?: number | null;
  uploadedById: number;
  uploadedAt: Date;
  /** When it was captured on a device without network; absent or null where it was sent at once. */
  capturedAt?: Date | null;
  /** When its file was removed; absent or null while it stands. */
  withdrawnAt?: Date | null;
}
export interface Evidence extends StoredFile, Filed {
  mediaType: EvidenceFile['mediaType'];
  width?: number | null;
  height?: number | null;
  pages?: number | null;
}

const ImageModel = defineModel<Evidence>('images', { belongsTo: { uploader: [UserModel, 'uploadedById'] } });

export interface Photo extends Omit<Image, 'id' | 'name'> {
  imageId: string;
}
const PhotoModel = defineModel<Photo & { userId: number; uploadedAt: Date }>('profilePhotos', {
  key: 'userId',
  belongsTo: { user: [UserModel, 'userId'] },
});

type ListedFile<Kind extends EvidenceKind> = FileOfKind<Kind> & Filed & { uploadedBy: string };

/** Selects the evidence of one kind that is not withdrawn. */
const standing = (db: Knex, kind: EvidenceKind) => {
  const files = ImageModel.query(db).whereNull('withdrawnAt');
  return kind === 'document' ? files.whereNotNull('pages') : files.whereNull('pages');
};

/** The image store keeps the bytes of evidence. */
export const imagesOn = (db: Knex) => ({
  async add(evidence: Evidence[]): Promise<void> {
    if (evidence.length > 0) await ImageModel.query(db).insert(evidence);
  },

  find: async (id: string): Promise<Evidence | undefined> => ImageModel.query(db).findById(id).whereNull('withdrawnAt'),

  async sharing(fileId: string): Promise<Evidence[]> {
    return ImageModel.query(db)
      .whereNull('withdrawnAt')
      .where((file) => file.where({ id: fileId }).orWhere({ fileId }))
      .orderBy('id');
  },

  async withdraw(ids: readonly string[], withdrawnAt: Date): Promise<void> {
    await ImageModel.query(db)
      .findByIds([...ids])
      .patch({ withdrawnAt });
  },

  /** Finds the withdrawn images among these ids, whose files must not stay. */
  async withdrawn(ids: readonly string[]): Promise<Set<string>> {
    const rows = await ImageModel.query(db).findByIds(ids.filter(isUuid)).whereNotNull('withdrawnAt').select('id');
    return new Set(rows.map(({ id }) => id));
  },

  /** Finds the ids of photos and of evidence that is not withdrawn. A text that is no UUID is neither. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const uuids = ids.filter(isUuid);
    const images = await ImageModel.query(db).findByIds(uuids).whereNull('withdrawnAt').select('id');
    const photos = await PhotoModel.query(db).whereIn('imageId', uuids).select('imageId');
    return new Set([...images.map(({ id }) => id), ...photos.map(({ imageId }) => imageId)]);
  },

  listRequested: async (requestId: number): Promise<Evidence[]> => standing(db, 'image').where({ requestId }).orderBy('position'),

  async fileRequested(requestId: number, activityId: number): Promise<void> {
    await ImageModel.query(db).where({ requestId }).whereNull('withdrawnAt').patch({ activityId });
  },

  count: async (kind: EvidenceKind, activityId: number): Promise<number> => standing(db, kind).where({ activityId }).resultSize(),

  async countByActivity(activityIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await standing(db, 'image')
      .whereIn('activityId', [...activityIds])
      .groupBy('activityId')
      .select('activityId')
      .count('* as count')
      .toKnexQuery<{ activityId: number; count: number | string }>();
    return new Map(rows.map(({ activityId, count }) => [activityId, Number(count)]));
  },

  async list<Kind extends EvidenceKind>(kind: Kind, activityId: number): Promise<ListedFile<Kind>[]> {
    const rows = await standing(db, kind)
      .joinRelated('uploader')
      .where({ activityId })
      .orderBy(['uploadedAt', 'images.position', 'images.id'])
      .select('images.*', 'firstName', 'lastName')
      .toKnexQuery<Evidence & Pick<Person, 'firstName' | 'lastName'>>();
    const files = rows.map(({ firstName, lastName, ...file }) => ({ ...file, uploadedBy: fullName({ firstName, lastName }) }));
    return files as unknown[] as ListedFile<Kind>[];
  },
});

/** A person has at most one profile photo. The image store keeps its bytes. */
export const photosOn = (db: Knex) => ({
  find: async (employeeNumber: string): Promise<Photo | undefined> =>
    PhotoModel.query(db).joinRelated('user').where({ employeeNumber }).select('profilePhotos.*').first(),

  /** Replaces the person's photo and returns the image id of the earlier one. Call it under the person's lock. */
  async replace(userId: number, photo: Photo, uploadedAt: Date): Promise<string | undefined> {
    const earlier = await PhotoModel.query(db).findById(userId).select('imageId');
    await PhotoModel.query(db)
      .insert({ userId, ...photo, uploadedAt })
      .onConflict('userId')
      .merge();
    return earlier?.imageId;
  },

  async remove(userId: number): Promise<string | undefined> {
    const [photo] = await PhotoModel.query(db).where({ userId }).delete().returning('imageId');
    return photo?.imageId;
  },
});
