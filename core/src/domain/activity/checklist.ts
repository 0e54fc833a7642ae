/** Items of one checklist. */
export const CHECKLIST_MAX = 20;
export const ITEM_MAX_LENGTH = 200;
/** The greatest number of images that an activity can demand. */
export const MINIMUM_IMAGES_MAX = 20;

/** One thing to tick before the work is completed. People count items from 1, in the order of the list. */
export interface ChecklistItem {
  text: string;
  /** Null while it is not ticked. */
  tickedById: number | null;
  /** ISO 8601 in UTC; null while it is not ticked. */
  tickedAt: string | null;
}

export const isTicked = ({ tickedAt }: { tickedAt: unknown }): boolean => tickedAt !== null;

/** A list that nobody has ticked yet; null without items. */
export const untickedList = (texts: readonly string[] | null | undefined): ChecklistItem[] | null =>
  texts?.length ? texts.map((text) => ({ text, tickedById: null, tickedAt: null })) : null;

/** What completing still lacks. */
export interface MissingProof {
  items: readonly string[];
  images: number;
}

/** What an activity lacks to be completed; null where it lacks nothing. Images filed at its registration count too. */
export function missingProof(
  { checklist, minimumImages }: { checklist?: readonly { text: string; tickedAt: unknown }[] | null | undefined; minimumImages: number },
  images: number,
): MissingProof | null {
  const items = (checklist ?? []).filter((item) => !isTicked(item)).map(({ text }) => text);
  const missingImages = Math.max(0, minimumImages - images);
  return items.length > 0 || missingImages > 0 ? { items, images: missingImages } : null;
}
