import { conforms } from './suite.ts';
import { viberDriver } from './viber.ts';
import { viberPublicDriver } from './viber-public.ts';

conforms(viberPublicDriver);
conforms(viberDriver('HTTP'));
conforms(viberDriver('INFOBIP'));
