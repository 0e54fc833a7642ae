import { renamed } from './renamed.ts';
import { email, optionalText, requiredText } from './wire.ts';

const NAME_MAX = 100;

export const newUser = renamed({
  employeeNumber: ['num_employe', requiredText(30)],
  firstName: ['name_user', requiredText(NAME_MAX)],
  lastName: ['last_name', requiredText(NAME_MAX)],
  email: ['email', email()],
  level: ['level_user', requiredText(NAME_MAX)],
  department: ['department', requiredText(NAME_MAX)],
  position: ['position', requiredText(NAME_MAX)],
  alias: ['alias', optionalText(NAME_MAX)],
  phone: ['phone', optionalText(30)],
});
