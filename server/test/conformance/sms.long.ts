import { httpDriver, infobipDriver, smppDriver } from './sms.ts';
import { conforms } from './suite.ts';

conforms(httpDriver);
conforms(infobipDriver);
conforms(smppDriver);
