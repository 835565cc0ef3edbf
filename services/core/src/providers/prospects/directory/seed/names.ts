import { list } from './list.ts';

export interface NamePool {
  first: string[];
  last: string[];
  language: string;
}

/** Common given names and surnames by language area. Every combination in the directory is fictional. */
export const namePools = {
  english: {
    language: 'en',
    first: list(
      'Alice, Amelia, Ava, Benjamin, Caleb, Charlotte, Chloe, Connor, Daniel, Dylan, Eleanor, Emma, Ethan, Freya, Georgia, Grace, Hannah, Harry, Isla, Jack, James, Jasmine, Joshua, Lily, Lucas, Megan, Nathan, Oliver, Owen, Poppy, Ruby, Samuel, Sophie, Theodore, Victoria, William, Zoe',
    ),
    last: list(
      'Abbott, Ashworth, Barlow, Bennett, Blackwood, Brennan, Carver, Chambers, Collins, Crawford, Dalton, Doyle, Ellison, Fairchild, Fletcher, Foster, Gallagher, Hargreaves, Hawthorne, Hollis, Kendrick, Langley, Lockwood, Marlowe, Merrick, Norwood, Osborne, Pemberton, Quinn, Radcliffe, Rowe, Sinclair, Stratton, Thorne, Underhill, Vance, Whitaker, Winslow, Yates',
    ),
  },
  german: {
    language: 'de',
    first: list(
      'Anna, Annika, Benedikt, Clara, David, Elias, Emilia, Felix, Florian, Franziska, Greta, Hannes, Helena, Jakob, Jana, Johanna, Jonas, Julia, Katharina, Klara, Lars, Lea, Leonie, Lukas, Marie, Markus, Matthias, Maximilian, Moritz, Niklas, Paula, Sebastian, Simon, Sophia, Theresa, Tobias, Vera',
    ),
    last: list(
      'Albrecht, Bachmann, Baumgartner, Behrens, Brandt, Brunner, Busch, Dietrich, Ebert, Engel, Fiedler, Graf, Gruber, Haas, Hartmann, Heinrich, Hofer, Huber, Jansen, Keller, Köhler, Krämer, Lehner, Lindner, Lorenz, Moser, Neumann, Pfeiffer, Pichler, Reuter, Sander, Schäfer, Seidel, Steiner, Vogel, Wagner, Winkler, Zimmermann',
    ),
  },
  french: {
    language: 'fr',
    first: list(
      'Adèle, Adrien, Agathe, Alexis, Antoine, Apolline, Baptiste, Camille, Capucine, Clément, Élise, Étienne, Flore, Gabriel, Hugo, Inès, Jeanne, Juliette, Léa, Louis, Lucie, Manon, Margaux, Mathilde, Mathis, Nicolas, Noémie, Pauline, Quentin, Raphaël, Romain, Salomé, Thibault, Valentine, Victor, Yanis',
    ),
    last: list(
      'Aubert, Barbier, Beaumont, Bonnet, Boucher, Carpentier, Chevalier, Colin, Delacroix, Delmas, Dufour, Dumas, Faure, Fontaine, Gaillard, Garnier, Girard, Guérin, Hubert, Jacquet, Lambert, Leclerc, Lemaire, Marchand, Mercier, Meunier, Morel, Perrin, Picard, Renaud, Rivière, Rousseau, Roussel, Vasseur, Vidal',
    ),
  },
  spanish: {
    language: 'es',
    first: list(
      'Adrián, Alba, Alejandro, Álvaro, Andrea, Beatriz, Carla, Carlos, Carmen, Claudia, Diego, Elena, Fernando, Gonzalo, Inés, Irene, Iván, Javier, Julia, Laura, Lucía, Manuel, Marcos, María, Marta, Mateo, Natalia, Nuria, Pablo, Paula, Raúl, Rocío, Rodrigo, Sara, Sergio, Valeria',
    ),
    last: list(
      'Aguilar, Alonso, Álvarez, Arroyo, Blanco, Bravo, Caballero, Cabrera, Calvo, Campos, Castillo, Cortés, Delgado, Domínguez, Escudero, Ferrer, Fuentes, Gallego, Herrera, Ibáñez, Lozano, Marín, Medina, Molina, Navarro, Ortega, Pascual, Prieto, Ramos, Reyes, Rivas, Rojas, Salazar, Serrano, Vega, Vidal',
    ),
  },
  italian: {
    language: 'it',
    first: list(
      'Alessandra, Alessio, Andrea, Aurora, Beatrice, Bianca, Caterina, Chiara, Davide, Elisa, Emanuele, Federica, Filippo, Francesca, Giacomo, Ginevra, Giorgia, Giulio, Ilaria, Leonardo, Lorenzo, Luca, Ludovica, Marco, Martina, Matteo, Michela, Nicolò, Paolo, Riccardo, Serena, Silvia, Tommaso, Valentina',
    ),
    last: list(
      'Amato, Barbieri, Basile, Bellini, Benedetti, Bianchi, Caruso, Colombo, Conti, Costa, De Luca, Esposito, Fabbri, Farina, Ferrara, Fontana, Galli, Gatti, Giordano, Grassi, Leone, Longo, Mancini, Mariani, Marini, Martini, Moretti, Neri, Orlando, Parisi, Pellegrini, Ricci, Rinaldi, Sala, Serra, Villa, Vitale',
    ),
  },
  dutch: {
    language: 'nl',
    first: list(
      'Anouk, Bram, Daan, Eline, Emma, Femke, Fleur, Floris, Hidde, Ilse, Jasper, Jelle, Jeroen, Joris, Julia, Koen, Lars, Lieke, Lotte, Maarten, Marieke, Maud, Merel, Milan, Niels, Noor, Pieter, Roos, Ruben, Sanne, Sjoerd, Sven, Thijs, Tess, Wouter',
    ),
    last: list(
      'Bakker, Bosman, Brouwer, de Boer, de Graaf, de Wit, Dekker, Dijkstra, Gerritsen, Hendriks, Hoekstra, Huisman, Jonker, Koster, Kuipers, Maas, Mulder, Peeters, Postma, Prins, Schouten, Smeets, Timmermans, van Dam, van den Berg, van der Meer, van Dijk, van Leeuwen, Veenstra, Verhoeven, Vermeulen, Visser, Willems, Wolters',
    ),
  },
  nordic: {
    language: 'en',
    first: list(
      'Aksel, Alma, Anders, Astrid, Aino, Birgit, Ebba, Elin, Emil, Erik, Freja, Frida, Gustav, Hedda, Henrik, Ida, Ingrid, Johan, Kaisa, Karin, Kristian, Lauri, Linnea, Magnus, Maja, Mikkel, Nils, Oskar, Ove, Petra, Rasmus, Saga, Signe, Sindre, Sofie, Søren, Tuva, Viggo',
    ),
    last: list(
      'Aalto, Ahlström, Andersen, Bakke, Berglund, Bergström, Bjerke, Dahl, Ekström, Eriksen, Falk, Forsberg, Frandsen, Grönlund, Haugen, Hedlund, Holm, Jokinen, Karlsen, Kjær, Koskinen, Kvist, Laine, Lindgren, Lund, Mäkinen, Nordström, Nygaard, Øvergaard, Rasmussen, Sandberg, Solberg, Strand, Thorsen, Virtanen, Wikström',
    ),
  },
  polish: {
    language: 'pl',
    first: list(
      'Adam, Agata, Agnieszka, Aleksandra, Antoni, Bartosz, Dorota, Ewa, Filip, Hanna, Igor, Iwona, Jakub, Jan, Joanna, Kacper, Kamil, Karolina, Katarzyna, Krzysztof, Lena, Łukasz, Magdalena, Marcin, Marta, Mateusz, Michał, Monika, Natalia, Oskar, Paweł, Piotr, Tomasz, Weronika, Wojciech, Zofia',
    ),
    last: list(
      'Adamczyk, Baran, Borkowski, Chmielewska, Czarnecki, Duda, Gajewska, Górski, Jankowska, Jasiński, Kaczmarek, Kozak, Krawczyk, Król, Lis, Maciejewska, Malinowski, Mazur, Nowicka, Olszewski, Pawlak, Pietrzak, Rutkowski, Sadowska, Sikora, Sobczak, Stępień, Szulc, Tomczak, Urban, Walczak, Wilk, Wróbel, Zając, Ziółkowska',
    ),
  },
  portuguese: {
    language: 'pt',
    first: list(
      'Afonso, Alice, Ana, André, Beatriz, Bernardo, Bruno, Caio, Carolina, Catarina, Daniela, Duarte, Eduardo, Fernanda, Francisco, Gabriela, Gonçalo, Guilherme, Helena, Henrique, Isabela, Joana, João, Larissa, Leonor, Letícia, Luana, Mariana, Miguel, Pedro, Rafael, Renata, Ricardo, Sofia, Tiago, Vitória',
    ),
    last: list(
      'Almeida, Amaral, Andrade, Araújo, Azevedo, Barbosa, Barros, Batista, Borges, Brandão, Camargo, Cardoso, Carvalho, Coelho, Correia, Cunha, Duarte, Esteves, Faria, Figueiredo, Fonseca, Freitas, Guimarães, Leal, Macedo, Machado, Matos, Meireles, Moura, Nogueira, Pacheco, Peixoto, Queiroz, Ramalho, Tavares, Teixeira',
    ),
  },
  indian: {
    language: 'en',
    first: list(
      'Aarav, Aditi, Aditya, Amit, Ananya, Anjali, Arjun, Deepa, Devika, Diya, Farhan, Gaurav, Isha, Ishaan, Kavya, Kiran, Lakshmi, Meera, Mohan, Naveen, Neha, Nikhil, Pooja, Pranav, Priya, Rahul, Rajesh, Riya, Rohan, Sameer, Sanjana, Shreya, Siddharth, Suresh, Tara, Varun, Vidya, Vikram',
    ),
    last: list(
      'Agarwal, Banerjee, Bhatt, Bose, Chakraborty, Chandran, Chatterjee, Chopra, Desai, Deshmukh, Dutta, Ghosh, Gupta, Iyer, Joshi, Kapoor, Krishnan, Kulkarni, Kumar, Malhotra, Mehta, Menon, Mishra, Mukherjee, Nair, Narayan, Pandey, Patel, Pillai, Rao, Reddy, Saxena, Shah, Sharma, Srinivasan, Varma',
    ),
  },
  japanese: {
    language: 'ja',
    first: list(
      'Aiko, Akari, Akira, Asuka, Ayumi, Daichi, Daisuke, Emi, Haruka, Haruto, Hina, Hiroshi, Kaito, Kana, Kazuki, Keiko, Kenji, Mai, Makoto, Mei, Misaki, Naoki, Natsumi, Ren, Riku, Rin, Ryo, Sakura, Satoshi, Shota, Sora, Takumi, Yui, Yuki, Yuto',
    ),
    last: list(
      'Abe, Aoki, Arai, Endo, Fujii, Fujita, Fukuda, Goto, Hasegawa, Hayashi, Hirano, Imai, Inoue, Ishikawa, Kimura, Kobayashi, Kondo, Maeda, Matsuda, Miura, Mori, Murakami, Nakajima, Nakamura, Nishimura, Noguchi, Ogawa, Okada, Ono, Saito, Sakamoto, Shimizu, Takeda, Ueda, Uchida, Yamada',
    ),
  },
} satisfies Record<string, NamePool>;

export type NamePoolKey = keyof typeof namePools;
