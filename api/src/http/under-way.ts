import { Refused } from '@bitacora/core/domain/refusal';
import type { Middleware } from 'koa';

/** More would wait for seconds and make everybody after them wait as well: at a hundred requests a second these are two. */
const UNDER_WAY_MAX = 200;

/**
 * Takes in as many requests at a time as can be answered soon; who comes then is told at once to come again. `ctx.state.untilSent` is for
 * what waits for the caller's network: it takes nobody's place meanwhile, and is turned away no more.
 */
export function atMostUnderWay(max = UNDER_WAY_MAX): Middleware {
  let underWay = 0;
  async function untilSent<Sent>(sent: Promise<Sent>): Promise<Sent> {
    underWay -= 1;
    try {
      return await sent;
    } finally {
      underWay += 1;
    }
  }
  return async (ctx, next) => {
    if (underWay >= max) throw new Refused({ code: 'server.busy' });
    underWay += 1;
    ctx.state.untilSent = untilSent;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}
