import { decodeReply } from '@bitacora/core/client';
import { endpoints } from '@bitacora/core/contract';
import type { Context } from 'koa';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { goldenActivity } from '../../core/test/contract/other-replies.ts';
import { answer, slicesOf } from '../src/http/answer.ts';

it('holds every row once, in order, and lets others in between', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => index);
  const events: (number | 'another')[] = [];
  setImmediate(() => events.push('another'));
  const items: number[] = [];
  for await (const slice of slicesOf(rows)) {
    events.push(slice.length);
    items.push(...slice);
  }
  expect(items).toEqual(rows);
  expect(events).toEqual([10, 'another', 10, 5]);
});

it('is nothing where there are no rows', async () => {
  const slices: unknown[] = [];
  for await (const slice of slicesOf([])) slices.push(slice);
  expect(slices).toEqual([]);
});

it('lets others in between the rows of what an activity includes, and answers as the contract encodes it', async () => {
  const { readActivity } = endpoints;
  const writtenAt = new Date('2026-11-20T18:00:00Z');
  const comments = Array.from({ length: 25 }, (_, id) => ({ id, authorId: 1, authorName: 'Ana', body: `Va ${id}`, writtenAt }));
  const activity = { ...(decodeReply(readActivity.reply, goldenActivity) as object), comments, evidence: [], history: undefined };
  const ctx = { set: () => {}, vary: () => {}, acceptsEncodings: () => 'identity' } as unknown as Context;
  let hasAnotherTurn = false;
  setImmediate(() => {
    hasAnotherTurn = true;
  });
  const json = await answer(ctx, readActivity, activity);
  expect(hasAnotherTurn).toBe(true);
  expect(JSON.parse(json as string)).toEqual(JSON.parse(JSON.stringify(z.encode(readActivity.reply, activity as never))));
});
