import type { types } from '@slack/bolt';

/** A block's id holds 255 characters: 20 ids of ten digits fit beside its number. */
const IN_A_BLOCK = 20;
const NAMED = /^(\d+):([\d,]*)$/;

/**
 * Writes into the ids of the blocks which activities the message is about. Its metadata would be the usual place, but that also holds the
 * mark by which an uncertain post is found again, and Slack replaces it whole.
 */
export function nameActivities(blocks: readonly types.KnownBlock[], activityIds: readonly number[]): types.KnownBlock[] {
  return blocks.map((block, index) => ({
    ...block,
    block_id: `${index}:${activityIds.slice(index * IN_A_BLOCK, (index + 1) * IN_A_BLOCK).join(',')}`,
  }));
}

/** Of the blocks of a message of ours, as Slack gives them back. */
export function shownActivities(blocks: readonly { block_id?: string }[] = []): number[] {
  const lists = blocks.map(({ block_id }) => NAMED.exec(block_id ?? '')?.[2] ?? '');
  return lists.flatMap((list) => list.split(',').filter(Boolean).map(Number));
}
