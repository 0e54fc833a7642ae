import type { Endpoints, Input, Reply } from '@bitacora/core/contract';

export type SavedView = Reply<Endpoints['listSavedViews']>[number];
export type ViewScreen = Input<Endpoints['saveView']>['screen'];

/** The query of a saved view: the address without its page. */
export function savedQueryOf(search: string): string {
  const address = new URLSearchParams(search);
  address.delete('page');
  return address.toString();
}

const sorted = (query: string) => {
  const address = new URLSearchParams(query);
  address.sort();
  return address.toString();
};
/** Whether two queries are equal, apart from the order of parameters. */
export const isSameQuery = (a: string, b: string): boolean => sorted(a) === sorted(b);
