import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import { addDays } from '@bitacora/core/domain/calendar';
import { validation } from '@bitacora/core/messages/validation';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choose } from './choose.ts';
import { adminAnswers, someAdminData } from './fake-admin.ts';
import { aCompany, manager, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const audit: TemplateView = {
  id: 7,
  topicId: 1,
  description: 'Auditoría 5S',
  days: 5,
  priority: 'high',
  repeats: 'month',
  version: 'v1',
  checklist: ['Pasillos libres', 'Extintores vigentes'],
  minimumImages: 2,
};
const done = { success: true } as const;
const dialog = async () => within(await screen.findByRole('dialog'));

const openTopics = (answers: Handlers) =>
  openScreen('/Admin_Projects', aCompany({ user: manager }), { ...adminAnswers(someAdminData()), ...answers });

it('the form starts from a template of the topic, and what was copied is sent', async () => {
  const inputs: object[] = [];
  const app = openScreen('/Record_new_activity', aCompany(), {
    listTemplates: () => [audit],
    registerOwnActivity: (input) => {
      inputs.push(input);
      return { ...done, id: 9 };
    },
  });
  await screen.findByText('CARGA DE EVIDENCIAS');
  expect(screen.queryByLabelText(/Usar plantilla/)).toBeNull();
  await choose(app, 'Tema', /Inventarios/);
  await screen.findByText('Usar plantilla');
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  expect(await screen.findAllByText(validation.required)).toHaveLength(2);
  await choose(app, 'Usar plantilla', /Auditoría 5S/);
  expect(await screen.findByText('Extintores vigentes')).toBeTruthy();
  expect(screen.queryByText(validation.required)).toBeNull();
  expect(screen.getByText('Se piden 2 imágenes')).toBeTruthy();
  await app.user.click(screen.getByRole('button', { name: 'Registrar Actividad' }));
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(inputs[0]).toMatchObject({
    topicId: 1,
    description: 'Auditoría 5S',
    priority: 'high',
    repeats: 'month',
    dueOn: addDays(today, 5),
    templateId: 7,
    checklist: ['Pasillos libres', 'Extintores vigentes'],
    minimumImages: 2,
  });
});

it('a topic offers its templates; one is edited on the version that was shown', async () => {
  const inputs: object[] = [];
  const { user } = openTopics({
    listTemplates: () => [audit],
    updateTemplate: (input) => {
      inputs.push(input);
      return done;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Plantillas de Inventarios' }));
  expect(await (await dialog()).findByText('5 días · 2 puntos · 2 imágenes · Mensual')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Editar la plantilla Auditoría 5S' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/Lista de verificación/), '\nActa firmada');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(inputs[0]).toMatchObject({ id: 7, seen: 'v1', days: 5, checklist: [...audit.checklist, 'Acta firmada'], repeats: 'month' });
  expect(await screen.findByText('Plantilla actualizada')).toBeTruthy();
});

it('a duplicate text is said at its field, and a template is retired after a question', async () => {
  const retired: number[] = [];
  const { user } = openTopics({
    listTemplates: () => (retired.length > 0 ? [] : [audit]),
    createTemplate: () => {
      throw new Refusal(409, 'template.duplicate', 'El tema ya tiene una plantilla con ese texto.');
    },
    retireTemplate: ({ templateId }) => {
      retired.push(templateId);
      return done;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Plantillas de Inventarios' }));
  await user.click(await screen.findByRole('button', { name: 'Agregar plantilla' }));
  const form = await dialog();
  await user.type(form.getByLabelText(/Descripcion de Actividad/), 'Auditoría 5S');
  await user.click(form.getByRole('button', { name: 'Agregar plantilla' }));
  expect(await form.findByText('El tema ya tiene una plantilla con ese texto.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));

  await user.click(await screen.findByRole('button', { name: 'Retirar la plantilla Auditoría 5S' }));
  await user.click(await screen.findByRole('button', { name: 'Sí, retirar' }));
  expect(await screen.findByText(/no tiene plantillas/)).toBeTruthy();
  expect(retired).toEqual([7]);
});
