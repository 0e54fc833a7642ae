import { es } from 'primelocale/js/es.js';
import { addLocale } from 'primereact/api';

/** Spanish for the controls that have words of their own. They import it, so that the login does not load it. */
// Spain abbreviates Wednesday as X; Mexico does not.
addLocale('es', { ...es, dayNamesMin: ['D', 'L', 'M', 'M', 'J', 'V', 'S'] } as never);
