import type { Middleware } from 'koa';
import type { Chat } from './request.ts';

/** A chat as the process mounts it; each service makes one. */
export interface Channel {
  chat: Chat;
  /** What the chat sends over HTTP. It reads the raw body, so nothing before it may; every other path goes on to the next. */
  middleware: Middleware;
  /** Resolves once the chat knows the bot, however long it is away; rejects where it never will, with a sentence. */
  start(): Promise<void>;
  /** Takes nothing new, and resolves once what was begun is done or ten seconds have passed. */
  stop(): Promise<void>;
}
