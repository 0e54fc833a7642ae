import { Refused } from '@bitacora/core/domain/refusal';
import type { Middleware } from 'koa';

/** More would wait for seconds and make everybody after them wait as well: at a hundred requests a second these are two. */
const UNDER_WAY_MAX = 200;

/** Takes in as many requests at a time as can be answered soon; who comes then is told at once to come again. */
export function atMostUnderWay(max = UNDER_WAY_MAX): Middleware {
  let underWay = 0;
  return async (_, next) => {
    if (underWay >= max) throw new Refused({ code: 'server.busy' });
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}
