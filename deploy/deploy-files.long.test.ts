import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, type TestContext, test } from 'vitest';

// Checks each file in deploy/ with the program that reads it in production. Missing programs are named in the output;
// .ci/run installs all of them.
const deploy = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), 'outbound-deploy-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Ran {
  status: number | null;
  output: string;
}

function run(command: string, args: string[], env: Record<string, string> = {}, cwd = deploy): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, output: `${stdout}${stderr}` };
}

function needs(context: TestContext, command: string, args = ['--version']): void {
  if (spawnSync(command, args).status === 0) return;
  process.stderr.write(`deploy: ${command} is not installed; what it checks is not checked here.\n`);
  context.skip(`${command} is not installed`);
}

test('Caddy accepts its file, with an internal certificate and with a public name', (context) => {
  needs(context, 'caddy', ['version']);
  const validate = (env: Record<string, string>) =>
    run('caddy', ['validate', '--config', 'caddy/Caddyfile', '--adapter', 'caddyfile'], { HOME: work, ...env });
  const upstreams = { CORES: '127.0.0.1:1 127.0.0.1:2', GATEWAYS: '127.0.0.1:3 127.0.0.1:4' };
  for (const env of [
    { SITE: 'outbound.example.com' },
    { SITE: 'https://localhost:8443', TLS: 'tls internal', ...upstreams },
  ])
    expect(validate(env)).toMatchObject({ status: 0, output: expect.stringContaining('Valid configuration') });
});

test('the alert rules are valid and fire when they should', (context) => {
  needs(context, 'promtool');
  const cwd = join(deploy, 'alerts');
  expect(run('promtool', ['check', 'rules', 'outbound.rules.yaml'], {}, cwd)).toMatchObject({ status: 0 });
  expect(run('promtool', ['test', 'rules', 'outbound.rules.test.yaml'], {}, cwd)).toMatchObject({ status: 0 });
});

test('systemd accepts every unit', (context) => {
  needs(context, 'systemd-analyze');
  const units = join(work, 'etc/systemd/system');
  for (const folder of [units, join(work, 'opt/outbound/node_modules/node/bin'), join(work, 'bin')])
    mkdirSync(folder, { recursive: true });
  for (const program of ['opt/outbound/node_modules/node/bin/node', 'bin/sh']) {
    writeFileSync(join(work, program), '#!/bin/sh\n');
    chmodSync(join(work, program), 0o755);
  }
  const names = globSync('*.{service,target,timer}', { cwd: join(deploy, 'systemd') });
  for (const name of names) cpSync(join(deploy, 'systemd', name), join(units, name));
  cpSync('/usr/lib/systemd/system', join(work, 'usr/lib/systemd/system'), { recursive: true });
  const instances = names.map((name) => name.replace('@.', '@3001.'));
  expect(run('systemd-analyze', ['verify', '--man=no', `--root=${work}`, ...instances])).toEqual({
    status: 0,
    output: '',
  });
});

test('the compose file is valid, and .env contains every variable that it needs', (context) => {
  needs(context, 'docker-compose', ['version']);
  const folder = join(work, 'compose');
  cpSync(join(deploy, 'compose'), folder, { recursive: true, filter: (path) => !path.endsWith('.env') });
  const config = () => run('docker-compose', ['-f', 'compose.yaml', 'config'], {}, folder);
  expect(config().output).toContain('run ./init first');
  expect(run('./init', ['outbound.example.com'], {}, folder)).toMatchObject({ status: 0 });
  expect(config()).toMatchObject({ status: 0, output: expect.stringContaining('https://outbound.example.com') });
  expect(run('./init', ['other.example.com'], {}, folder)).toMatchObject({ status: 1 });
});

test('Kubernetes accepts every manifest', (context) => {
  const python = process.env.KUBERNETES_VALIDATE_PATH;
  const env: Record<string, string> = python ? { PYTHONPATH: python } : {};
  if (run('python3', ['-m', 'kubernetes_validate', '--version'], env).status !== 0) {
    process.stderr.write('deploy: kubernetes-validate is not installed; the manifests are not checked here.\n');
    context.skip('kubernetes-validate is not installed');
  }
  const manifests = globSync('kubernetes/*.yaml', { cwd: deploy }).filter(
    (path) => !path.endsWith('kustomization.yaml'),
  );
  expect(run('python3', ['-m', 'kubernetes_validate', '--strict', '-k', '1.33', ...manifests], env)).toMatchObject({
    status: 0,
  });
  const listed = readFileSync(join(deploy, 'kubernetes/kustomization.yaml'), 'utf8');
  for (const path of manifests.filter((name) => !name.endsWith('secrets.example.yaml')))
    expect(listed).toContain(path.replace('kubernetes/', '  - '));
});

test('shell scripts and the mongosh script have valid syntax', () => {
  for (const script of ['container/build', 'container/inside', 'container/story', 'compose/init'])
    expect(run('bash', ['-n', script])).toEqual({ status: 0, output: '' });
  expect(run(process.execPath, ['--check', 'compose/replica-set.js'])).toMatchObject({ status: 0 });
});
