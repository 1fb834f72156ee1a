// People's names from sixteen naming traditions, and the spelling of names in e-mail addresses.
import { memoize } from '../../cache/memoize.ts';
import type { Random } from '../random.ts';

export type Name = { first: string; last: string; gender: string };

const tradition = (female: string, male: string, last: string) => ({
  female: female.split(' '),
  male: male.split(' '),
  last: last.split(' '),
});

// biome-ignore format: a table
const TRADITIONS = {
  english: tradition('Amelia Charlotte Hannah Grace Lucy Rebecca Eleanor Georgia Imogen Heather Alice Naomi Claire Phoebe',
    'Oliver Thomas Daniel Samuel Edward Callum Benjamin Jack Adam Matthew Simon George Nathan Harvey',
    'Bennett Clarke Harrison Whitfield Turner Marsh Holloway Reed Fletcher Pearson Cole Ashworth Barnes Hughes Lawson Price Sutton Wells Doherty Finch Hale Mercer'),
  irish: tradition('Aoife Niamh Ciara Saoirse Orla Róisín Sinéad Gráinne Maeve Deirdre Caoimhe',
    'Cian Eoin Declan Oisín Padraig Conor Ronan Fionn Darragh Cormac Liam',
    "O'Brien Kelly Byrne Gallagher Doyle McCarthy Nolan O'Sullivan Kavanagh Brennan Quinn Walsh Flynn Keane Hogan McGrath"),
  german: tradition('Hanna Lena Katharina Sophie Annika Jana Greta Miriam Franziska Johanna Theresa Carla',
    'Lukas Jonas Felix Matthias Sebastian Moritz Jan Florian Tobias Henning Paul Philipp',
    'Müller Schneider Weber Hoffmann Krüger Vogel Lehmann Schäfer Brandt Köhler Winter Zimmermann Groß Albrecht Sommer Böhm Kuhn'),
  french: tradition('Camille Chloé Juliette Manon Élodie Margaux Inès Anaïs Clémence Aurélie Solène Noémie',
    'Antoine Hugo Lucas Théo Mathieu Julien Rémi Étienne Baptiste Quentin Olivier Gaël',
    'Martin Bernard Dubois Moreau Lefèvre Girard Fontaine Rousseau Mercier Chevalier Lambert Garnier Besson Renaud Colin Perrin'),
  indian: tradition('Priya Ananya Kavya Meera Divya Ishita Sunita Nandini Aditi Lakshmi Shreya Pooja',
    'Arjun Rohan Vikram Rahul Karthik Siddharth Aditya Nikhil Sanjay Manoj Varun Ashwin',
    'Sharma Patel Iyer Reddy Nair Gupta Banerjee Kulkarni Mehta Rao Desai Chopra Krishnan Joshi Menon Bose Pillai'),
  pakistani: tradition('Ayesha Fatima Zainab Sana Hira Mariam Nadia Rabia Mehwish',
    'Bilal Hamza Usman Imran Faisal Omar Zain Asad Kamran',
    'Khan Ahmed Malik Hussain Qureshi Siddiqui Chaudhry Mirza Rahman Sheikh Butt Akhtar Raza'),
  chinese: tradition('Mei Xinyi Jing Yuting Lihua Wenjing Qian Siyu Yan Ruolan',
    'Wei Jun Haoran Minghao Jian Yifan Bo Zihan Lei Tianyu',
    'Wang Li Zhang Chen Liu Huang Zhao Wu Lin Xu Zhou Sun Ma Gao Luo Tang'),
  latin: tradition('Valentina Camila Sofía Lucía Gabriela Daniela Ximena Paula Elena Marisol Carolina',
    'Mateo Diego Alejandro Javier Andrés Santiago Carlos Rafael Emilio Joaquín Luis',
    'García Rodríguez Hernández Torres Ramírez Vargas Castillo Mendoza Ortega Jiménez Ruiz Navarro Silva Fuentes Molina'),
  arabic: tradition('Layla Nour Yasmin Rania Salma Dina Huda Amal Lina',
    'Youssef Karim Tariq Ibrahim Khalid Sami Rami Hassan Anas',
    'Haddad Mansour Nasser Khalil Saleh Hamdan Aziz Farouk Darwish Bishara Jabari Zaki Shaheen'),
  nigerian: tradition('Adaeze Ngozi Folake Chiamaka Temitope Amara Yewande Ifeoma Bukola',
    'Chinedu Emeka Tunde Oluwaseun Kelechi Babatunde Obinna Ikenna Segun',
    'Okafor Adeyemi Eze Balogun Nwosu Ogunleye Okonkwo Bello Adebayo Chukwu Ojo Uche Afolabi'),
  polish: tradition('Agnieszka Katarzyna Zofia Magdalena Ewa Joanna Małgorzata Hania Dorota',
    'Piotr Tomasz Łukasz Marek Paweł Krzysztof Jakub Wojciech Szymon',
    'Nowak Mazur Wójcik Lis Wrona Pawlak Kaczmarek Duda Sikora Baran Król Wilk Zając'),
  nordic: tradition('Ingrid Astrid Freja Linnea Sigrid Maja Elin Solveig Karin',
    'Erik Lars Magnus Søren Anders Nils Henrik Oskar Mikko',
    'Lindqvist Andersen Johansson Berg Nygaard Holm Dahl Ekström Sørensen Virtanen Lund Halvorsen'),
  korean: tradition('Jiwoo Seoyeon Minji Hyejin Eunji Soojin Yuna Haeun',
    'Minjun Jihoon Seojun Dongwoo Hyun Taeyang Sungmin Jaewon',
    'Kim Lee Park Choi Jung Kang Yoon Han Shin Lim Seo Oh'),
  vietnamese: tradition('Linh Thảo Hương Mai Ngọc Trang Hạnh Vy',
    'Minh Quang Đức Tuấn Huy Nam Long Khoa',
    'Nguyễn Trần Phạm Lê Hoàng Vũ Đặng Bùi Đỗ Hồ'),
  turkish: tradition('Elif Zeynep Defne Aylin Selin Derya Ebru Nazlı',
    'Emre Kerem Burak Deniz Mert Can Onur Tolga',
    'Yılmaz Kaya Demir Şahin Çelik Aydın Öztürk Arslan Koç Polat Güneş'),
  jewish: tradition('Noa Tamar Shira Talia Yael Avital Leah Dalia',
    'Eitan Ari Noam Gideon Ezra Asher Eli Boaz',
    'Levy Cohen Friedman Rosen Shapiro Adler Katz Mizrahi Goldberg Stern Peretz'),
};

export type Tradition = keyof typeof TRADITIONS;
const ALL = Object.keys(TRADITIONS) as Tradition[];

/** Two of three names are common at the place, and one of eight has a family name of any tradition. */
export function nameFrom(home: readonly Tradition[], random: Random): Name {
  const given = random.pick(random.chance(0.66) ? home : ALL);
  const family = random.chance(0.12) ? random.pick(ALL) : given;
  const sex = random.chance(0.5) ? 'female' : 'male';
  const gender = random.weighted({ [sex]: 95, non_binary: 1.5, undisclosed: 3.5 });
  return { first: random.pick(TRADITIONS[given][sex]), last: random.pick(TRADITIONS[family].last), gender };
}

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae' };

/** Lower-case letters from a to z only, for e-mail addresses and slugs. */
export const asciiLetters = memoize((text: string): string => {
  const base = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return base.replace(/[ßøłđıæ]/g, (letter) => LETTERS[letter]!).replace(/[^a-z]/g, '');
});

/** Appends a number to a text that was used before. The texts must not end in a digit. */
export function uniqueText() {
  const used = new Map<string, number>();
  return (text: string): string => {
    const count = (used.get(text) ?? 0) + 1;
    used.set(text, count);
    return count === 1 ? text : `${text}${count}`;
  };
}
