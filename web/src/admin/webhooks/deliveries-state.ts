import { numberIn } from '@bitacora/core/domain/reports/list-address';
import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { type DeliveryState, deliveryStates } from '@bitacora/core/domain/webhooks/webhook';

const PAGE_SIZE = 25;
const ID_MAX = 2_147_483_647;

/** Which deliveries the page lists, kept in its address. */
export interface DeliveriesState {
  /** 0 for any. */
  webhook: number;
  state: DeliveryState | '';
  page: number;
  size: number;
  /** The list has no search; the address state wants one. */
  search: string;
}

/** Reads the state from an address and ignores invalid values. */
export const readDeliveriesState = (address: URLSearchParams): DeliveriesState => ({
  webhook: numberIn(address, 'webhook', ID_MAX, 0),
  state: deliveryStates.find((state) => state === address.get('state')) ?? '',
  page: numberIn(address, 'page', 1_000_000_000, 1),
  size: numberIn(address, 'size', PAGE_SIZE_MAX, PAGE_SIZE),
  search: '',
});

/** Writes the state to an address, without default values. */
export function writeDeliveriesState({ webhook, state, page, size }: DeliveriesState): URLSearchParams {
  const address = new URLSearchParams();
  if (webhook) address.set('webhook', String(webhook));
  if (state) address.set('state', state);
  if (page > 1) address.set('page', String(page));
  if (size !== PAGE_SIZE) address.set('size', String(size));
  return address;
}

export const unfilteredDeliveries = { webhook: 0, state: '' } as const;
export const isDeliveryFiltered = ({ webhook, state }: DeliveriesState): boolean => Boolean(webhook || state);

/** The input of the call that lists them. */
export const deliveriesInput = ({ webhook, state, page, size }: DeliveriesState) => ({
  webhookId: webhook || undefined,
  state: state || undefined,
  page,
  pageSize: size,
});
