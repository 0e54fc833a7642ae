import type { Card, CardForm } from '../../src/card.ts';

export const card = (more: Partial<Card> = {}): Card => ({
  title: 'Mis actividades',
  groups: [
    {
      heading: 'Vencidas',
      items: [
        {
          title: '12 · Revisar <extintores> & rampas',
          url: 'https://bitacora.example.com/Consult_My_Activity/12',
          tone: 'overdue',
          facts: [{ label: 'Entrega', value: '18/11/2026' }],
          buttons: [
            { label: 'Iniciar Trabajo', press: { flow: 'start', id: 12 } },
            { label: 'Marcar completado', press: { flow: 'complete', id: 12 }, opensForm: true },
          ],
        },
      ],
    },
  ],
  buttons: [{ label: 'Abrir en la web', url: 'https://bitacora.example.com/My_Activities' }],
  activityIds: [12],
  press: { flow: 'my-activities' },
  ...more,
});

export const form = (more: Partial<CardForm> = {}): CardForm => ({
  title: 'Marcar completado',
  fields: [
    { name: 'resolution', label: 'Resolución final', kind: 'longText', isRequired: true, maxLength: 1_000 },
    { name: 'closedOn', label: 'Fecha', kind: 'date', isRequired: false, value: '2026-11-20' },
  ],
  submit: 'Completar',
  press: { flow: 'complete', id: 12 },
  ...more,
});
