import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays } from '@bitacora/core/domain/calendar';
import { completePreferences } from '@bitacora/core/domain/notifications/notification';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, answersOf, type Company, employee, now, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

type Token = Reply<Endpoints['listTokens']>[number];
type Link = Reply<Endpoints['listChatLinks']>[number];
type OpenSession = Reply<Endpoints['listOwnSessions']>[number];

const done = { success: true } as const;
const aToken = (overrides: Partial<Token> = {}): Token => ({
  id: 4,
  name: 'Mi laptop',
  prefix: 'bit_ab12',
  scope: 'read',
  createdAt: now,
  expiresOn: addDays(today, 30),
  lastUsedAt: null,
  ...overrides,
});
const aLink: Link = { id: 6, service: 'slack', workspace: 'demo', displayName: 'jose.pena', linkedAt: now };
const own: Reply<Endpoints['readOwnData']> = {
  ...done,
  id: employee.id,
  name: employee.name,
  firstName: 'José Ángel',
  lastName: 'Peña Villaseñor',
  email: employee.email,
  employeeNumber: employee.employeeNumber,
  department: employee.department,
  position: employee.position,
  level: 'Operativo',
  kind: 'Usuario',
  alias: 'Pepe',
  phone: null,
  workTime: null,
};

const noFactor: Reply<Endpoints['readSecondFactor']> = { ...done, isActive: false, since: null, recoveryCodesLeft: 0, isRequired: false };
const active = { ...noFactor, isActive: true, since: now, recoveryCodesLeft: 3 };

/** The profile's calls over lists that the test holds. */
const thisSession: OpenSession = {
  id: 1,
  device: 'Chrome en Windows',
  address: '203.0.113.7',
  createdAt: now,
  lastUsedAt: now,
  isCurrent: true,
};
function answers(tokens: Token[] = [], links: Link[] = []): Handlers {
  return {
    listOwnSessions: () => [thisSession],
    readSecondFactor: () => noFactor,
    readOwnData: () => own,
    listTokens: () => tokens,
    listPreferences: () => completePreferences([]),
    readCalendarFeed: () => ({ ...done, createdAt: null, readAt: null }),
    listChatLinks: () => links,
    listChatEntrances: () => [{ service: 'slack', url: 'https://slack.com/app_redirect?app=A1&team=T1' }],
    createToken: ({ name, scope, expiresOn }) => {
      tokens.push(aToken({ id: 5, name, scope, expiresOn }));
      return { ...done, id: 5, secret: 'bit_secreto' };
    },
    revokeToken: ({ tokenId }) => {
      tokens.splice(0, tokens.length, ...tokens.filter(({ id }) => id !== tokenId));
      return done;
    },
    readChatLinkOffer: () => ({ ...done, service: 'teams', workspace: 'demo', displayName: 'jpena', expiresAt: now }),
    confirmChatLink: () => {
      links.push({ ...aLink, id: 7, service: 'teams', displayName: 'jpena' });
      return done;
    },
    unlinkChat: ({ linkId }) => {
      links.splice(0, links.length, ...links.filter(({ id }) => id !== linkId));
      return done;
    },
  };
}

const open = (extra: Handlers = {}, company: Company = aCompany(), address = '/Edit_Profile') =>
  openScreen(address, company, { ...answers(), ...extra });
const openIn = (section: string, extra: Handlers = {}) => open(extra, aCompany(), `/Edit_Profile${section}`);
const dialog = async () => within(await screen.findByRole('dialog'));
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const away = () => {
  throw new Refusal(503, 'database.away', '');
};
const photo = (type = 'image/png', size = 10) => new File([new Uint8Array(size)], 'yo.png', { type });

afterEach(() => window.history.replaceState(null, '', '/'));

it('shows what others decide, to be read', async () => {
  open();
  const mine = await card(employee.name);
  for (const text of [employee.email, '1002', 'OPERACIONES', 'ANALISTA', 'Usuario']) expect(mine.getByText(text)).toBeTruthy();
});

it('is where the side menu’s profile button leads', async () => {
  const { user, address } = openScreen('/My_Activities', aCompany(), answers());
  await user.click((await screen.findAllByRole('link', { name: /Mi perfil/ }))[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe('/Edit_Profile'));
});

it('changes alias and phone', async () => {
  const given: unknown[] = [];
  const { user } = open({
    updateProfile: ({ alias, phone }) => {
      given.push({ alias, phone });
      return done;
    },
  });
  const mine = await card('Información personal');
  expect(mine.getByLabelText<HTMLInputElement>('Alias').value).toBe('Pepe');
  await user.clear(mine.getByLabelText('Alias'));
  await user.type(mine.getByLabelText('Teléfono'), '55 1234');
  await user.click(mine.getByRole('button', { name: 'Guardar cambios' }));
  expect(await screen.findByText('Información personal actualizada.')).toBeTruthy();
  expect(given).toEqual([{ alias: null, phone: '55 1234' }]);
});

it('narrows the hours of notifications within the company’s', async () => {
  const given: unknown[] = [];
  const { user } = openIn('#avisos', {
    readOwnData: () => ({ ...own, workTime: null, companyWorkTime: 'mon,tue,sat 07:00-20:00' }),
    updateProfile: ({ workTime }) => {
      given.push(workTime);
      return done;
    },
  });
  const mine = await card('Horario de avisos');
  expect(mine.getAllByRole('checkbox')).toHaveLength(3);
  await user.click(mine.getByLabelText('Sábado'));
  fireEvent.change(mine.getByLabelText('Desde'), { target: { value: '09:00' } });
  await user.click(mine.getByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() => expect(given).toEqual(['mon,tue 09:00-20:00']));
});

it('has its own sentence when the server says nothing', async () => {
  const { user } = open({ updateProfile: away });
  await user.click((await card('Información personal')).getByRole('button', { name: 'Guardar cambios' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo actualizar la información personal');
});

it.each([
  ['', 'Nueva_123', 'Nueva_123', 'Escribe tu contraseña actual.'],
  ['demo1234', 'corta', 'corta', /el máximo es 12/],
  ['demo1234', 'demo1234', 'demo1234', 'La nueva contraseña no puede ser igual a la actual'],
  ['demo1234', 'Nueva_123', 'Nueva_124', 'Las contraseñas no coinciden'],
] as const)('refuses the passwords %s, %s, %s', async (current, password, confirmation, sentence) => {
  const { user, calls } = openIn('#acceso');
  const form = await card('Contraseña');
  if (current) await user.type(form.getByLabelText('Contraseña actual'), current);
  await user.type(form.getByLabelText('Nueva contraseña'), password);
  await user.type(form.getByLabelText('Confirma la nueva contraseña'), confirmation);
  await user.click(form.getByRole('button', { name: 'Cambiar contraseña' }));
  const message = await form.findByText(sentence);
  expect(document.querySelector(`[aria-describedby~="${message.id}"]`)).toBeTruthy();
  expect(calls).not.toContain('changePassword');
});

it('changes the password and empties the form; a wrong current one is reported at its field', async () => {
  let isWrong = true;
  const { user } = openIn('#acceso', {
    changePassword: () => {
      if (isWrong) throw new Refusal(400, 'input.invalid', '', { currentPassword: 'La contraseña actual no es correcta.' });
      return done;
    },
  });
  const form = await card('Contraseña');
  await user.type(form.getByLabelText('Contraseña actual'), 'demo1234');
  await user.type(form.getByLabelText('Nueva contraseña'), 'Nueva_123');
  await user.type(form.getByLabelText('Confirma la nueva contraseña'), 'Nueva_123');
  await user.click(form.getByRole('button', { name: 'Cambiar contraseña' }));
  expect(await form.findByText('La contraseña actual no es correcta.')).toBeTruthy();
  isWrong = false;
  await user.click(form.getByRole('button', { name: 'Cambiar contraseña' }));
  expect(await screen.findByText('Contraseña actualizada.')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('');
});

it('a password change ends the other access unless the person unticks it', async () => {
  const given: unknown[] = [];
  const { user } = openIn('#acceso', {
    changePassword: ({ endsAccess }) => {
      given.push(endsAccess);
      return done;
    },
  });
  const form = await card('Contraseña');
  const change = async () => {
    await user.type(form.getByLabelText('Contraseña actual'), 'demo1234');
    await user.type(form.getByLabelText('Nueva contraseña'), 'Nueva_123');
    await user.type(form.getByLabelText('Confirma la nueva contraseña'), 'Nueva_123');
    await user.click(form.getByRole('button', { name: 'Cambiar contraseña' }));
  };
  await change();
  expect(await screen.findByText(/Se cerraron tus demás sesiones, tus tokens/)).toBeTruthy();
  await user.click(form.getByRole('checkbox', { name: 'Cerrar también mis otros accesos' }));
  await change();
  expect(await screen.findByText('Tus sesiones en otros dispositivos se cerraron.')).toBeTruthy();
  expect(given).toEqual([true, false]);
  expect(form.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

describe('open sessions', () => {
  const other: OpenSession = { ...thisSession, id: 2, device: 'Firefox en Linux', address: null, isCurrent: false };

  it('show device and address; the one in use has no button', async () => {
    openIn('#acceso', { listOwnSessions: () => [thisSession, other] });
    const sessions = await card('Sesiones abiertas');
    expect(await sessions.findByText('Chrome en Windows')).toBeTruthy();
    expect(sessions.getByText(/desde 203\.0\.113\.7/)).toBeTruthy();
    expect(sessions.getByText(/dirección desconocida/)).toBeTruthy();
    expect(sessions.queryByRole('button', { name: /Chrome/ })).toBeNull();
  });

  it('are ended one by one, after a question', async () => {
    let rows = [thisSession, other];
    const { user } = openIn('#acceso', {
      listOwnSessions: () => rows,
      endOwnSession: ({ id }) => {
        rows = rows.filter((row) => row.id !== id);
        return done;
      },
    });
    const sessions = await card('Sesiones abiertas');
    await user.click(await sessions.findByRole('button', { name: 'Cerrar la sesión de Firefox en Linux' }));
    await user.click((await dialog()).getByRole('button', { name: 'Sí, cerrar' }));
    expect(await screen.findByText('Sesión cerrada.')).toBeTruthy();
    expect(await sessions.findByText('No hay otras sesiones abiertas.')).toBeTruthy();
    expect(rows).toEqual([thisSession]);
  });

  it('are ended all at once, and a failure is said', async () => {
    let isAway = true;
    let rows = [thisSession, other, { ...other, id: 3 }];
    const { user } = openIn('#acceso', {
      listOwnSessions: () => rows,
      endOtherSessions: () => {
        if (isAway) return away();
        rows = [thisSession];
        return { ...done, count: 2 };
      },
    });
    await user.click(await (await card('Sesiones abiertas')).findByRole('button', { name: 'Cerrar las demás' }));
    const question = await dialog();
    await user.click(question.getByRole('button', { name: 'Sí, cerrar las demás' }));
    expect((await question.findByRole('alert')).textContent).toContain('No se pudo cerrar la sesión.');
    isAway = false;
    await user.click(question.getByRole('button', { name: 'Sí, cerrar las demás' }));
    expect(await screen.findByText('Se cerraron 2 sesiones.')).toBeTruthy();
  });
});

describe('the second factor', () => {
  const url = 'otpauth://totp/Bit%C3%A1cora:yo%40demo.mx?secret=GEZDGNBVGY3TQOJQ&issuer=Bit%C3%A1cora';
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAAA-BBBBB-CCCC${n + 2}`);

  it('is set up with the password, a QR code and a first code, and shows the recovery codes once', async () => {
    let factor = noFactor;
    const { user } = openIn('#acceso', {
      readSecondFactor: () => factor,
      beginSecondFactor: ({ currentPassword }) => {
        if (currentPassword === 'demo1234') return { ...done, secret: 'GEZDGNBVGY3TQOJQ', url };
        throw new Refusal(400, 'input.invalid', 'No es tu contraseña.', { currentPassword: 'No es tu contraseña.' });
      },
      confirmSecondFactor: () => {
        factor = { ...noFactor, isActive: true, since: now, recoveryCodesLeft: 10 };
        return { ...done, recoveryCodes };
      },
    });
    await user.click(await (await card('Segundo factor')).findByRole('button', { name: 'Activar' }));
    const setup = await dialog();
    await user.type(await setup.findByLabelText('Contraseña actual'), 'equivocada');
    await user.click(setup.getByRole('button', { name: 'Siguiente' }));
    expect(await setup.findByText('No es tu contraseña.')).toBeTruthy();
    await user.clear(setup.getByLabelText('Contraseña actual'));
    await user.type(setup.getByLabelText('Contraseña actual'), 'demo1234');
    await user.click(setup.getByRole('button', { name: 'Siguiente' }));
    const image = await setup.findByRole('img', { name: 'Código QR para la aplicación de autenticación' });
    expect(image.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1_000);
    expect(setup.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    await user.type(setup.getByLabelText('Código de seis dígitos'), '123456');
    await user.click(setup.getByRole('button', { name: 'Activar' }));
    expect(await setup.findAllByRole('listitem')).toHaveLength(10);
    await user.click(setup.getByRole('button', { name: 'Ya los guardé' }));
    expect(await screen.findByText('Segundo factor activado.')).toBeTruthy();
    expect(await (await card('Segundo factor')).findByText(/10 códigos de recuperación/)).toBeTruthy();
  });

  it('is turned off with a code, unless the company demands it', async () => {
    let factor: typeof noFactor = active;
    const { user } = openIn('#acceso', {
      readSecondFactor: () => factor,
      removeSecondFactor: ({ code }) => {
        if (code !== '123456') throw new Refusal(400, 'secondFactor.wrong', 'No es válido.', { code: 'No es válido.' });
        factor = noFactor;
        return done;
      },
    });
    await user.click(await (await card('Segundo factor')).findByRole('button', { name: 'Desactivar' }));
    const question = await dialog();
    await user.type(question.getByLabelText('Código de seis dígitos'), '000000');
    await user.click(question.getByRole('button', { name: 'Desactivar' }));
    expect(await question.findByText('No es válido.')).toBeTruthy();
    await user.clear(question.getByLabelText('Código de seis dígitos'));
    await user.type(question.getByLabelText('Código de seis dígitos'), '123456');
    await user.click(question.getByRole('button', { name: 'Desactivar' }));
    expect(await screen.findByText('Segundo factor desactivado.')).toBeTruthy();
  });

  it('that the company demands is not turned off, and moves to another phone with a code of each', async () => {
    const inputs: unknown[] = [];
    const { user, address } = openIn('#acceso', {
      readSecondFactor: () => ({ ...active, isRequired: true }),
      beginSecondFactor: ({ currentPassword, code }) => {
        inputs.push([currentPassword, code]);
        return { ...done, secret: 'GEZDGNBVGY3TQOJQ', url };
      },
      confirmSecondFactor: ({ code }) => {
        inputs.push(code);
        return { ...done, recoveryCodes };
      },
    });
    const mine = await card('Segundo factor');
    expect(await mine.findByText('Tu empresa lo pide para entrar con contraseña.')).toBeTruthy();
    expect(mine.queryByRole('button', { name: 'Desactivar' })).toBeNull();
    await user.click(mine.getByRole('button', { name: 'Cambiar de teléfono' }));
    const change = await dialog();
    await user.type(await change.findByLabelText('Contraseña actual'), 'demo1234');
    await user.type(change.getByLabelText('Código del teléfono de ahora'), '123456');
    await user.click(change.getByRole('button', { name: 'Siguiente' }));
    await user.type(await change.findByLabelText('Código del teléfono nuevo'), '654321');
    await user.click(change.getByRole('button', { name: 'Cambiar de teléfono' }));
    expect(await change.findAllByRole('listitem')).toHaveLength(10);
    await user.click(change.getByRole('button', { name: 'Ya los guardé' }));
    expect(await screen.findByText('Ahora los códigos salen de tu teléfono nuevo.')).toBeTruthy();
    expect(inputs).toEqual([['demo1234', '123456'], '654321']);
    expect(address()).toContain('/Edit_Profile');
  });

  it('that the company demands stands before every page', async () => {
    const company = aCompany();
    const { readSession } = answersOf(company);
    const { address } = openScreen('/My_Activities', company, {
      ...answers(),
      readSession: async () => ({ ...((await readSession?.({})) as Reply<Endpoints['readSession']>), isSecondFactorDue: true }),
    });
    expect(await screen.findByLabelText('Contraseña actual')).toBeTruthy();
    expect(address()).toContain('/Second_Factor');
  });
});

it('takes a photo after showing it, and the menu has it', async () => {
  const company = aCompany();
  const { user } = open(
    {
      changePhoto: ({ images }) => {
        company.user = { ...employee, photoUrl: `/api/profile_image/1002?v=${images.length}` };
        return { ...done, url: company.user.photoUrl as string };
      },
    },
    company,
  );
  await user.upload(await screen.findByLabelText('Elegir foto', { selector: 'input' }), photo());
  expect(await screen.findByText('Vista previa de tu foto')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar foto' }));
  expect(await screen.findByText('Foto actualizada.')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('.menu-profile img')?.getAttribute('src')).toBe('/api/profile_image/1002?v=1'));
});

it.each([
  ['no image', photo('application/pdf')],
  ['more than 5 MB', photo('image/png', 5_000_001)],
])('refuses a photo that is %s', async (_, file) => {
  const { user, calls } = open();
  const input = await screen.findByLabelText('Elegir foto', { selector: 'input' });
  input.removeAttribute('accept');
  await user.upload(input, file);
  expect(await screen.findByText('Por favor selecciona una imagen válida')).toBeTruthy();
  expect(calls).not.toContain('changePhoto');
});

it('shows initials, and asks for no photo, while there is none', async () => {
  open();
  await card(employee.name);
  expect(document.querySelector('.avatar img')).toBeNull();
  expect(document.querySelector<HTMLElement>('.menu-profile .avatar')?.dataset.initials).toBe('JP');
});

it('makes a token and shows its secret once, to be copied', async () => {
  const { user } = openIn('#conexiones', answers());
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  expect(await screen.findByText('No tienes tokens.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /documentación de la API/ }).getAttribute('href')).toBe('/api/docs');
  await user.click(screen.getByRole('button', { name: 'Crear token' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Crear token' }));
  expect(await form.findByText('Este campo es obligatorio.')).toBeTruthy();
  await user.type(form.getByLabelText('Nombre'), 'Servidor');
  await user.click(form.getByLabelText('Lectura y escritura'));
  await user.click(form.getByRole('button', { name: 'Crear token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Token')).value).toBe('bit_secreto');
  await user.click(screen.getByRole('button', { name: 'Copiar' }));
  expect(await screen.findByRole('button', { name: 'Copiado' })).toBeTruthy();
  expect(write).toHaveBeenCalledWith('bit_secreto');
  await user.click(screen.getByRole('button', { name: 'Listo' }));
  expect(screen.queryByDisplayValue('bit_secreto')).toBeNull();
  expect(await screen.findByText('Servidor')).toBeTruthy();
});

it('revokes a token after asking', async () => {
  const { user } = openIn('#conexiones', answers([aToken()]));
  await user.click(await screen.findByRole('button', { name: 'Revocar Mi laptop' }));
  expect(document.activeElement?.textContent).toBe('No');
  await user.click((await dialog()).getByRole('button', { name: 'Sí, revocar' }));
  expect(await screen.findByText('No tienes tokens.')).toBeTruthy();
});

it('unlinks a chat account after asking', async () => {
  const { user } = openIn('#conexiones', answers([], [{ ...aLink }]));
  await user.click(await screen.findByRole('button', { name: 'Desvincular a jose.pena en Slack' }));
  await user.click((await dialog()).getByRole('button', { name: 'Sí, desvincular' }));
  expect(await screen.findByText('Cuenta desvinculada.')).toBeTruthy();
  expect(await screen.findByText(/No tienes cuentas vinculadas/)).toBeTruthy();
  const entrance = screen.getByRole('link', { name: 'Abrir Bitácora en Slack' });
  expect(entrance.getAttribute('href')).toBe('https://slack.com/app_redirect?app=A1&team=T1');
});

it('links a chat account from the bot’s link once its person has seen whose it is', async () => {
  const handlers = answers();
  const confirmed: unknown[] = [];
  const { user, calls, hash } = open(
    {
      ...handlers,
      confirmChatLink: (input) => {
        confirmed.push(input);
        return handlers.confirmChatLink?.(input) as never;
      },
    },
    aCompany(),
    '/Edit_Profile#chat_link=abc',
  );
  expect(await screen.findByText('jpena en Teams')).toBeTruthy();
  expect(calls).not.toContain('confirmChatLink');
  expect(
    (await dialog()).getByRole<HTMLInputElement>('checkbox', { name: 'Recibir mis avisos en Teams en vez de por correo' }).checked,
  ).toBe(true);
  await user.click((await dialog()).getByRole('button', { name: 'Vincular Teams' }));
  expect(await screen.findByText('Cuenta de Teams vinculada.')).toBeTruthy();
  expect(confirmed).toMatchObject([{ code: 'abc', isNotifiedHere: true }]);
  await waitFor(() => expect(hash()).toBe('#conexiones'));
  expect(await screen.findByRole('button', { name: 'Desvincular a jpena en Teams' })).toBeTruthy();
});

const whatsapp = { service: 'whatsapp', url: 'https://wa.me/5215500000000' } as const;

it('shows the code that links a WhatsApp after what the person agrees to, and reads the accounts again', async () => {
  const links: Link[] = [];
  const choices: unknown[] = [];
  const url = 'https://wa.me/5215500000000?text=VINCULAR%20K7QXM-4F2PQ';
  const { user, calls } = open(
    {
      ...answers([], links),
      listChatEntrances: () => [whatsapp],
      createChatLinkCode: (input) => {
        choices.push(input);
        return { ...done, code: 'K7QXM-4F2PQ', expiresAt: now, url };
      },
    },
    aCompany(),
    '/Edit_Profile#conexiones',
  );
  await user.click(await screen.findByRole('button', { name: 'Vincular WhatsApp' }));
  expect((await dialog()).getByText(/Al enviar el código aceptas .* envía BAJA/)).toBeTruthy();
  expect(calls).not.toContain('createChatLinkCode');
  await user.click((await dialog()).getByRole('checkbox', { name: 'Recibir mis avisos en WhatsApp en vez de por correo' }));
  await user.click((await dialog()).getByRole('button', { name: 'Ver mi código' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Código')).value).toBe('K7QXM-4F2PQ');
  expect(choices).toMatchObject([{ isNotifiedHere: false }]);
  expect((await dialog()).getByRole('link', { name: 'Abrir WhatsApp con el código escrito' }).getAttribute('href')).toBe(url);
  expect((await dialog()).getByText(/envía BAJA/)).toBeTruthy();
  links.push({ ...aLink, id: 8, service: 'whatsapp', workspace: '106540352242922', displayName: 'Ana' });
  await user.click((await dialog()).getByRole('button', { name: 'Listo' }));
  expect(await screen.findByText('Ana en WhatsApp')).toBeTruthy();
  expect(screen.queryByText(/106540352242922/)).toBeNull();
});

it('says why there is no code, and offers none where no WhatsApp is', async () => {
  const refused = () => {
    throw new Refusal(409, 'chatLink.noWhatsApp', 'Esta instalación no está en WhatsApp.');
  };
  const first = openIn('#conexiones', { listChatEntrances: () => [whatsapp], createChatLinkCode: refused });
  expect(await screen.findByRole('button', { name: 'Vincular WhatsApp' })).toBeTruthy();
  expect(screen.queryByText(/escribe «vincular»/)).toBeNull();
  await first.user.click(screen.getByRole('button', { name: 'Vincular WhatsApp' }));
  await first.user.click((await dialog()).getByRole('button', { name: 'Ver mi código' }));
  expect(await screen.findByText('Esta instalación no está en WhatsApp.')).toBeTruthy();
  cleanup();
  openIn('#conexiones');
  expect(await screen.findByText(/escribe «vincular»/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Vincular WhatsApp' })).toBeNull();
});

it('says that a link is spent', async () => {
  open(
    {
      readChatLinkOffer: () => {
        throw new Refusal(400, 'chatLink.invalidCode', 'El enlace ya se usó o venció. Pide uno nuevo en el chat.');
      },
    },
    aCompany(),
    '/Edit_Profile#chat_link=abc',
  );
  expect(await screen.findByText('El enlace ya se usó o venció. Pide uno nuevo en el chat.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Vincular/ })).toBeNull();
});

it('keeps the bot’s link through the login, where no server sees it', async () => {
  window.history.replaceState(null, '', '/Edit_Profile#chat_link=abc');
  const app = open(answers(), aCompany({ user: null }), '/Edit_Profile#chat_link=abc');
  await waitFor(() => expect(app.address() + app.hash()).toBe('/?next=%2FEdit_Profile#chat_link=abc'));
  await app.user.type(await screen.findByLabelText('Correo electrónico'), 'empleado@demo.mx');
  await app.user.type(screen.getByLabelText('Contraseña'), 'demo1234');
  await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('jpena en Teams')).toBeTruthy();
  expect(app.address()).toBe('/Edit_Profile');
});

it('keeps it through the setup of a second factor that the company demands', async () => {
  const company = aCompany({ user: null });
  const { readSession } = answersOf(company);
  let isDue = true;
  window.history.replaceState(null, '', '/?next=%2FEdit_Profile#chat_link=abc');
  const app = open(
    {
      ...answers(),
      readSession: async () => {
        const session = (await readSession?.({})) as Reply<Endpoints['readSession']>;
        return { ...session, isSecondFactorDue: isDue && session.user !== null };
      },
      beginSecondFactor: () => ({ ...done, secret: 'GEZDGNBVGY3TQOJQ', url: 'otpauth://totp/x' }),
      confirmSecondFactor: () => {
        isDue = false;
        return { ...done, recoveryCodes: ['AAAAA-BBBBB-CCCC2'] };
      },
    },
    company,
    '/?next=%2FEdit_Profile#chat_link=abc',
  );
  const { user } = app;
  await user.type(await screen.findByLabelText('Correo electrónico'), 'empleado@demo.mx');
  await user.type(screen.getByLabelText('Contraseña'), 'demo1234');
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await user.type(await screen.findByLabelText('Contraseña actual'), 'demo1234');
  expect(app.address() + app.hash()).toBe('/Second_Factor?next=%2FEdit_Profile#chat_link=abc');
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  await user.type(await screen.findByLabelText('Código de seis dígitos'), '123456');
  await user.click(screen.getByRole('button', { name: 'Activar' }));
  await user.click(await screen.findByRole('button', { name: 'Ya los guardé' }));
  expect(await screen.findByText('jpena en Teams')).toBeTruthy();
  expect(app.address()).toBe('/Edit_Profile');
});

it('says why the profile could not be loaded', async () => {
  open({ readOwnData: away });
  expect(await screen.findByText('No se pudo cargar esta información.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

it('has an index of its sections, each opened alone', async () => {
  const { user, hash } = open();
  const index = within(await screen.findByRole('navigation', { name: 'Secciones del perfil' }));
  expect(index.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Datos',
    'Acceso',
    'Avisos',
    'Ausencias',
    'Conexiones',
  ]);
  await screen.findByText('Información personal');
  await user.click(index.getByRole('link', { name: 'Acceso' }));
  expect(await screen.findByRole('region', { name: 'Contraseña' })).toBeTruthy();
  expect(hash()).toBe('#acceso');
  expect(index.getByRole('link', { current: true }).textContent).toBe('Acceso');
  expect(screen.queryByText('Información personal')).toBeNull();
});

it('has nothing serious against it, nor against its dialogs', async () => {
  const { user } = openIn('#conexiones', answers([aToken()], [{ ...aLink }]));
  await screen.findByText('Mi laptop');
  await screen.findByText('jose.pena en Slack');
  expect(await complaints()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Crear token' }));
  await dialog();
  expect(await complaints()).toEqual([]);
});

it('hands out one’s own data, says that it is at work, and why it failed', async () => {
  const saved: string[] = [];
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  let answer: (file: Blob) => void = () => {};
  const exportOwnData = vi
    .fn<() => Promise<Blob>>()
    .mockImplementationOnce(away)
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const { user } = open({ exportOwnData });
  const mine = await card('Mis datos');
  const button = mine.getByRole('button', { name: 'Descargar mis datos' });
  await user.click(button);
  expect((await mine.findByRole('alert')).textContent).toContain('No se pudo descargar el archivo.');
  await user.click(button);
  expect(await mine.findByText('Preparando el archivo. Puede tardar varios minutos.')).toBeTruthy();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(mine.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(exportOwnData).toHaveBeenCalledTimes(2));
  answer(new Blob(['PK']));
  expect(await screen.findByText('Archivo descargado')).toBeTruthy();
  expect(saved).toEqual(['Mis_datos_de_Bitacora.zip']);
  press.mockRestore();
});
