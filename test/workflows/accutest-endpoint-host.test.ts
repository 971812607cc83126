import { expect, it, vi } from 'vitest';
import { accutestInput } from '../../skills/controller/accutest/accutest-input.js';
import { choosePredictor } from '../../skills/controller/accutest/predictors/choose-predictor.js';

vi.mock('node:dns/promises', () => ({
  lookup: async (host: string) => [{ address: host === 'meta.example' ? '169.254.169.254' : '10.0.0.7', family: 4 }],
}));

const chosen = (endpoint: string) => choosePredictor(accutestInput({ project: {}, params: { endpoint } }));

it('a name that leads to a link-local address is refused; the address itself and private ones are not', async () => {
  expect(await chosen('http://meta.example/latest')).toEqual({
    code: 'barred_endpoint',
    host: 'meta.example',
    address: '169.254.169.254',
  });
  expect(await chosen('http://inner.example/predict')).toMatchObject({ name: 'http://inner.example/predict' });
  expect(await chosen('http://169.254.169.254/predict')).toMatchObject({ name: 'http://169.254.169.254/predict' });
});
