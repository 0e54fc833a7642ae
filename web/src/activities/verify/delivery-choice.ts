import { useState } from 'react';
import type { ActivityView } from '../activity.tsx';
import type { Verdicts } from './verify-dialog.tsx';

/** The deliveries chosen on every page of the list, and why some were refused. */
export function useDeliveryChoice() {
  const [picked, setPicked] = useState<ReadonlyMap<number, ActivityView>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map());
  const pick = (deliveries: readonly ActivityView[], isPicked: boolean) =>
    setPicked((before) => {
      const ids = new Set(deliveries.map(({ id }) => id));
      const others = [...before].filter(([id]) => !ids.has(id));
      return new Map([...others, ...(isPicked ? deliveries : []).map((delivery) => [delivery.id, delivery] as const)]);
    });
  const applyVerdicts = ({ verified, refusals: newRefusals }: Verdicts) => {
    const decidedIds = new Set([...verified, ...newRefusals.keys()]);
    setPicked((before) => new Map([...before].filter(([id]) => !decidedIds.has(id))));
    setRefusals((before) => new Map([...[...before].filter(([id]) => !decidedIds.has(id)), ...newRefusals]));
  };
  return { picked, refusals, pick, applyVerdicts };
}

export type DeliveryChoice = ReturnType<typeof useDeliveryChoice>;
