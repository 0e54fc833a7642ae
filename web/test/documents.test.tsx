import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCompany, aDocument, anActivity, type Document, employee, now } from './fake-company.ts';
import { fakeIndexedDb } from './fake-indexed-db.ts';
import { openScreen } from './open-screen.tsx';

const CONSULT = '/Consult_My_Activity/101';
const pdf = (name: string, bytes = 9) => new File(['x'.repeat(bytes)], name, { type: 'application/pdf' });
const company = (documents: Document[] = [], user = employee) =>
  aCompany({ user, activities: [anActivity({ status: 'in_progress', startedAt: now, ownerId: employee.id })], documents });
const section = async () => within(await screen.findByRole('region', { name: 'DOCUMENTOS' }));

it('shows each document with its first page, and offers it as a download', async () => {
  openScreen(CONSULT, company([aDocument(1), aDocument(2)]));
  const documents = await section();
  expect(await documents.findByRole('img', { name: 'Primera página de remisión 1.pdf' })).toBeTruthy();
  expect(documents.getByText(/^2 páginas, 1\.2 MB/)).toBeTruthy();
  const link = documents.getByRole('link', { name: 'Descargar remisión 2.pdf' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/documents/2', true]);
});

it('prints each with its whole SHA-256, and no place for more', async () => {
  openScreen(CONSULT, company([aDocument(1)]));
  const documents = await section();
  expect(await documents.findByLabelText('Elegir documentos PDF')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(documents.getByText(`SHA-256 ${'a'.repeat(64)}`)).toBeTruthy();
  expect(documents.queryByLabelText('Elegir documentos PDF')).toBeNull();
});

describe('adding documents', () => {
  function open() {
    const sent: string[][] = [];
    const { user } = openScreen(CONSULT, company(), {
      addDocuments: ({ images }) => {
        sent.push(images.map(({ name }) => name));
        return { success: true };
      },
    });
    return { user, sent };
  }

  it('sends what was chosen, dropped and pasted, once its person says so', async () => {
    const { user, sent } = open();
    const documents = await section();
    await user.upload(await documents.findByLabelText('Elegir documentos PDF'), pdf('elegido.pdf'));
    const invitation = documents.getByRole('button', { name: /arrastra o pega documentos/ });
    fireEvent.drop(invitation, { dataTransfer: { files: [pdf('soltado.pdf')], types: ['Files'] } });
    fireEvent.paste(document.body, { clipboardData: { files: [pdf('pegado.pdf')], types: ['Files'] } });
    await user.click(documents.getByRole('button', { name: 'Quitar soltado.pdf' }));
    expect(sent).toEqual([]);
    await user.click(documents.getByRole('button', { name: 'Registrar documentos' }));
    expect(await screen.findByText('Los documentos se han registrado correctamente.')).toBeTruthy();
    expect(sent).toEqual([['elegido.pdf', 'pegado.pdf']]);
    await waitFor(() => expect(documents.queryByRole('button', { name: 'Registrar documentos' })).toBeNull());
  });

  it.each([
    ['no PDF', [new File(['x'], 'foto.png', { type: 'image/png' }), pdf('acta.pdf')], 'Solo se permiten documentos PDF.', 1],
    ['over 20 MB', [pdf('enorme.pdf', 20_000_001)], 'El documento pesa demasiado: el máximo es de 20 MB.', 0],
    ['five', [1, 2, 3, 4, 5].map((place) => pdf(`${place}.pdf`)), 'Solo puedes cargar un máximo de 4 documentos.', 4],
  ])('says why it does not take %s', async (_, files, complaint, taken) => {
    open();
    const documents = await section();
    fireEvent.drop(await documents.findByRole('button', { name: /arrastra o pega documentos/ }), {
      dataTransfer: { files, types: ['Files'] },
    });
    expect(await documents.findByText(complaint)).toBeTruthy();
    expect(documents.queryAllByRole('button', { name: /^Quitar/ })).toHaveLength(taken);
  });

  it('keeps what was chosen on this device until it is sent', async () => {
    const drafts = fakeIndexedDb();
    const first = open();
    await first.user.upload(await (await section()).findByLabelText('Elegir documentos PDF'), pdf('acta.pdf'));
    await waitFor(() => expect(drafts.size).toBe(1));
    cleanup();
    const { user, sent } = open();
    await user.click(await (await section()).findByRole('button', { name: 'Registrar documentos' }));
    await waitFor(() => expect(sent).toEqual([['acta.pdf']]));
    await waitFor(() => expect(drafts.size).toBe(0));
  });

  it('keeps the documents of a refusal, and shows its reason', async () => {
    const { user } = openScreen(CONSULT, company(), {
      addDocuments: () => {
        throw Object.assign(new Error('El PDF trae instrucciones (JavaScript) y no se recibe.'), { status: 400 });
      },
    });
    const documents = await section();
    await user.upload(await documents.findByLabelText('Elegir documentos PDF'), pdf('acta.pdf'));
    await user.click(documents.getByRole('button', { name: 'Registrar documentos' }));
    expect(await documents.findByRole('alert')).toBeTruthy();
    expect(documents.getByText('acta.pdf')).toBeTruthy();
  });
});

it('a Desarrollador withdraws a mistaken document with a reason', async () => {
  const { user } = openScreen(CONSULT, company([aDocument(1)], { ...employee, kind: 'Desarrollador' }));
  await user.click(await (await section()).findByRole('button', { name: 'Retirar documento' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Retirar este documento?' }));
  await user.type(await dialog.findByLabelText('Motivo'), 'Es de otra obra');
  await user.click(dialog.getByRole('button', { name: 'Sí, retirar' }));
  expect(await screen.findByText('Documento retirado.')).toBeTruthy();
  await waitFor(async () => expect((await section()).getByText('Sin documentos.')).toBeTruthy());
});
