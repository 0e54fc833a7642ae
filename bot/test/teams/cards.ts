import type { Card, CardForm } from '../../src/card.ts';
import type { ChatAnswer, ChatRequest } from '../../src/request.ts';

/** A card with one activity and a button, such as the flows draw. */
export const aCard = (more: Partial<Card> = {}): Card => ({
  title: 'Mis actividades',
  groups: [
    {
      heading: 'Vencidas',
      items: [
        {
          title: 'Inventario anual',
          tone: 'overdue',
          url: 'https://bitacora.ejemplo.mx/Consult_My_Activity/7',
          facts: [{ label: 'Fecha de entrega', value: '19/11/2026' }],
          buttons: [{ label: 'Marcar completado', press: { flow: 'complete', activityId: 7 }, style: 'primary' }],
        },
      ],
    },
  ],
  activityIds: [7],
  press: { flow: 'activities' },
  ...more,
});

const aForm = (more: Partial<CardForm['fields'][number]> = {}): CardForm => ({
  title: 'Completar actividad',
  fields: [{ name: 'resolution', label: 'Resolución', kind: 'longText', isRequired: true, maxLength: 500, ...more }],
  submit: 'Completar',
  press: { flow: 'complete', activityId: 7 },
});

/** The way of one activity from its card to done. */
export function completing(request: ChatRequest): ChatAnswer {
  if (request.kind === 'submit') {
    const { resolution = '' } = request.values;
    if (resolution.length < 3) return { kind: 'form', form: aForm({ value: resolution, error: 'Este campo es obligatorio.' }) };
    return { kind: 'card', card: aCard({ groups: [], intro: 'Nada pendiente.', activityIds: [] }), sentence: 'Actividad completada' };
  }
  if (request.kind === 'press' && request.press.flow === 'complete') return { kind: 'form', form: aForm() };
  return { kind: 'card', card: aCard() };
}
