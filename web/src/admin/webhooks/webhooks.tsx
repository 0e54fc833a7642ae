import type { WebhookView } from '@bitacora/core/contract/webhook-endpoints';
import { RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { webhookPage as texts } from '../../messages/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { TableSkeleton } from '../../ui/states.tsx';
import { useAddressState } from '../../ui/use-address-state.ts';
import { DeliveryFilters, DeliveryTable } from './deliveries.tsx';
import { deliveriesInput, readDeliveriesState, writeDeliveriesState } from './deliveries-state.ts';
import { Receivers } from './receivers.tsx';
import './webhooks.css';

export function loader(args: LoaderFunctionArgs) {
  const { webhooks } = appOf(args);
  const state = readDeliveriesState(new URL(args.request.url).searchParams);
  const calls = webhooks();
  return {
    receivers: deferred(calls.then((client) => client.listWebhooks())),
    deliveries: deferred(calls.then((client) => client.listWebhookDeliveries(deliveriesInput(state)))),
  };
}

/** Receivers of events with their health, and what they got in the last 30 days. */
export function Component() {
  const { receivers, deliveries } = useLoaded<typeof loader>();
  const { revalidate, state: reading } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const controls = useAddressState(readDeliveriesState, writeDeliveriesState);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button icon={RefreshCw} isBusy={reading === 'loading'} onClick={() => void revalidate()}>
          {texts.refresh}
        </Button>
      }
    >
      <div className="webhooks">
        <Receivers receivers={receivers} />
        <section className="webhook-deliveries" aria-labelledby="webhook-deliveries">
          <h2 id="webhook-deliveries" ref={heading} tabIndex={-1}>
            {texts.deliveriesTitle}
          </h2>
          <Loaded of={receivers} skeleton={<span>&nbsp;</span>} isSilent>
            {(all: readonly WebhookView[]) => <DeliveryFilters webhooks={all} {...controls} />}
          </Loaded>
          <Loaded of={deliveries} skeleton={<TableSkeleton />}>
            {(page) => <DeliveryTable page={page} onRowLeaves={() => heading.current?.focus()} {...controls} />}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}
