import { execFile } from 'node:child_process';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { copySources, lendPackages, repository } from './sources.testing.ts';

/** What the Dockerfile makes. Paths of the image are below `root`. */
export type Image = {
  root: string;
  folder: string;
  environment: Record<string, string>;
  command: string[];
  probe: string[];
  user: string;
};

type Stage = Image & { name: string | undefined };

/** A path of the image as a path here. */
function pathIn({ root }: Pick<Image, 'root'>, path: string): string {
  return join(root, path);
}

async function copyInto(stage: Stage, stages: readonly Stage[], copy: Instruction): Promise<void> {
  const content = copy.getArgumentsContent() ?? '';
  const from = copy instanceof Copy ? copy.getFromFlag()?.getValue() : undefined;
  const source = stages.find(({ name }) => name !== undefined && name === from);
  if (source) {
    const [there = '', here = ''] = content.split(' ');
    return rename(pathIn(source, there), pathIn(stage, here));
  }
  if (from || content !== '. .') throw new Error(`this test can't do: ${copy.getTextContent()}`);
  await copySources(stage.folder);
  await lendPackages(stage.folder);
}

/** Runs a command as the image would: its paths are those of the stage. */
async function runIn(stage: Stage, line: string): Promise<void> {
  // Only root may give a folder to another user.
  const mine = process.getuid?.() === 0 ? line : line.replaceAll(/ --(owner|group)=\d+/g, '');
  const here = mine.replaceAll(/(?<=\s)\/\S+/g, (path) => pathIn(stage, path));
  const { PATH = '', HOME = '' } = process.env;
  await promisify(execFile)('sh', ['-c', here], { cwd: stage.folder, env: { PATH, HOME, ...stage.environment } });
}

function setVariables(stage: Stage, args: readonly string[]): void {
  for (const arg of args) {
    const [, name = '', value = ''] = /^(\w+)="?([^"]*)"?$/.exec(arg) ?? [];
    stage.environment[name] ??= value;
  }
}

async function perform(instruction: Instruction, stage: Stage, stages: readonly Stage[]): Promise<void> {
  const content = instruction.getArgumentsContent() ?? '';
  const args = instruction.getArguments().map((argument) => argument.getValue());
  const list = () => JSON.parse(`[${/\[(.*)\]/s.exec(content)?.[1] ?? ''}]`);
  const [first = ''] = args;
  const deeds: Record<string, () => unknown> = {
    WORKDIR: async () => mkdir((stage.folder = pathIn(stage, first)), { recursive: true }),
    COPY: () => copyInto(stage, stages, instruction),
    RUN: () => runIn(stage, content),
    ARG: () => setVariables(stage, args),
    ENV: () => setVariables(stage, args),
    USER: () => (stage.user = first),
    HEALTHCHECK: () => (stage.probe = list()),
    CMD: () => (stage.command = list()),
  };
  await deeds[instruction.getKeyword()]?.();
}

/**
 * Does what the Dockerfile says, each stage in a folder of its own instead of a container. The packages of the build
 * are lent by this repository, and the base images are the machine's own programs.
 */
export async function buildImage(folder: string, buildArguments: Record<string, string> = {}): Promise<Image> {
  const text = await readFile(join(repository, 'Dockerfile'), 'utf8');
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const root = join(folder, `stage-${stages.length}`);
      await mkdir(root, { recursive: true });
      const name = / AS (\w+)/.exec(instruction.getArgumentsContent() ?? '')?.[1];
      const nothing = { environment: { ...buildArguments }, command: [], probe: [], user: '' };
      stages.push({ root, folder: root, name, ...nothing });
      continue;
    }
    const stage = stages.at(-1);
    if (stage) await perform(instruction, stage, stages);
  }
  const last = stages.at(-1);
  if (!last) throw new Error('the Dockerfile has no stage');
  return last;
}
