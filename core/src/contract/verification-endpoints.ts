import * as z from 'zod/mini';
import { activity, outcome } from './activity.ts';
import { verifications } from './activity-input.ts';
import type { Endpoint } from './endpoint.ts';
import { renamed } from './wire-names.ts';

/** What waits for its owner's verdict, and many verdicts at once. */
export const verificationEndpoints = {
  listAwaitingVerification: {
    method: 'GET',
    path: '/api/get_awaiting_verification',
    who: 'person',
    effect: 'reads',
    summary: 'Lo que otros terminaron y espera mi verificación, primero lo que más ha esperado',
    reply: z.array(activity),
  },
  validateActivities: {
    method: 'POST',
    path: '/api/validate_activities',
    who: 'person',
    effect: 'writes',
    summary: 'Verifica hasta 50 actividades; cada una responde por sí misma',
    body: verifications,
    reply: renamed({ success: ['success', z.literal(true)], results: ['results', z.array(outcome)] }),
  },
} as const satisfies Record<string, Endpoint>;
