import type { TopicName } from './topics.ts';

/** What evidence can show; the API draws each. */
export const pictureNames = [
  'aisle',
  'barChart',
  'boxes',
  'document',
  'floorPlan',
  'gauge',
  'label',
  'screen',
  'tank',
  'trend',
  'truck',
] as const;
export type PictureName = (typeof pictureNames)[number];

/** An activity's text, the resolution it ends with, and what its evidence shows. */
export type Piece = readonly [description: string, resolution: string, picture: PictureName | undefined];
export type PiecesByTopic = Record<TopicName, readonly Piece[]>;
