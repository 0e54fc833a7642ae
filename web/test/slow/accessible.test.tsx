import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { complaints } from '../complaints.ts';
import { aCompany, anActivity, employee, manager, now } from '../fake-company.ts';
import { openScreen } from '../open-screen.tsx';

const activities = [
  anActivity({ status: 'in_progress' }),
  anActivity({ id: 102, ownerId: employee.id, status: 'completed', closedAt: now }),
];
const delivered = anActivity({ id: 103, status: 'completed', closedAt: now, resolution: 'Se contó todo.' });
const comments = [{ id: 1, authorId: employee.id, authorName: employee.name, body: 'Vamos bien.', writtenAt: now }];
const history = [
  {
    ...{ id: 1, act: 'comment', actorId: employee.id, actorName: employee.name, at: now, from: null, to: null },
    ...{ channel: 'web' as const, note: null, commentId: 1 },
  },
];

const screens = [
  ['/', null, 'Correo electrónico'],
  ['/Home', manager, 'Por verificar'],
  ['/Verify_Inbox', manager, 'Elegir esta página'],
  ['/My_Activities', employee, 'Buscar actividad'],
  ['/My_Historial_Activities', employee, 'Consultar pendientes'],
  ['/Report_Activities_Assigned', manager, 'Cumplimiento'],
  ['/Report_All_Activities_P', manager, 'Buscar actividad'],
  ['/Report_All_Activities_C', manager, 'HISTORIAL DE ACTIVIDADES'],
  ['/Person_Load/7', manager, 'Lo más urgente'],
  ['/Record_new_activity', employee, 'Descripcion de Actividad'],
  ['/Admin_Assign_Activities', manager, 'Responsable'],
  ['/Consult_My_Activity/101', employee, 'Vamos bien.'],
  ['/Consult_Activitie_Assigned/101', manager, 'Vamos bien.'],
  ['/Consult_Completed_Activity/102', employee, 'Vamos bien.'],
] as const;

it.each(screens)('has nothing serious against it at %s', async (address, user, sign) => {
  openScreen(address, aCompany({ user, activities: [...activities, delivered], comments, history }));
  const elements = await Promise.any([screen.findAllByText(sign), screen.findAllByLabelText(sign)]);
  expect(elements.length).toBeGreaterThan(0);
  expect(await complaints()).toEqual([]);
});
