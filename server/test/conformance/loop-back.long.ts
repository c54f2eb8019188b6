import { loopBackDriver } from './loop-back.ts';
import { conforms } from './suite.ts';

conforms(loopBackDriver(true));
conforms(loopBackDriver(false));
